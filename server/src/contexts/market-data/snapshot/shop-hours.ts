import { sql } from 'kysely'
import { databaseFunction } from '#db/functions.ts'
import { jakartaMinuteOf, jakartaWeekdayOf } from '#shared/clock.ts'

/** From and until for Monday to Sunday, in minutes of the day; -1 twice for a day on which the shop does not open. */
export type ShopHours = readonly number[]

const dayMinutes = 24 * 60

/**
 * Whether a shop with these hours sells at this moment; without hours always. The minute at which a day ends is not sold in any
 * more, and a day that ends where it begins is a whole one.
 */
export function withinHours(hours: ShopHours | null, now: Date): boolean {
  if (hours === null) return true
  const [today, minute] = [jakartaWeekdayOf(now), jakartaMinuteOf(now)]
  const sells = (day: number, at: number) => {
    const [opens = -1, closes = -1] = hours.slice(2 * day)
    return opens >= 0 && at >= opens && at < opens + ((closes - opens + dayMinutes - 1) % dayMinutes) + 1
  }
  return sells(today, minute) || sells((today + 6) % 7, minute + dayMinutes)
}

/** When a shop that is outside of these hours sells again. */
export function nextOpening(hours: ShopHours, now: Date): Date | null {
  const [today, minute] = [jakartaWeekdayOf(now), jakartaMinuteOf(now)]
  for (let ahead = 0; ahead <= 7; ahead++) {
    const opens = hours[2 * ((today + ahead) % 7)] ?? -1
    const inMinutes = ahead * dayMinutes + opens - minute
    if (opens >= 0 && inMinutes > 0) return new Date((Math.floor(now.getTime() / 60_000) + inMinutes) * 60_000)
  }
  return null
}

/** The same for lists and under locks, where the shop is switched on besides. */
export const shopSells = databaseFunction(
  'shop_sells',
  `(switched boolean, hours smallint[], at timestamptz) returns boolean language sql immutable parallel safe
as $$
  select switched and (hours is null or exists (
    select from (select at at time zone 'Asia/Jakarta' as local) clock
    cross join lateral (values (0, clock.local), (1, clock.local - interval '1 day')) day(ago, local)
    cross join lateral (
      select hours[2 * extract(isodow from day.local)::integer - 1]::integer as opens, hours[2 * extract(isodow from day.local)::integer]::integer as closes,
        extract(hour from clock.local)::integer * 60 + extract(minute from clock.local)::integer + day.ago * ${dayMinutes} as minute
    ) looked
    where looked.opens >= 0 and looked.minute >= looked.opens
      and looked.minute < looked.opens + (looked.closes - looked.opens + ${dayMinutes - 1}) % ${dayMinutes} + 1
  ))
$$`,
)

/** Of a row of `member` by this name: switched on, and within its hours. */
export const sellsNow = (member: string) => sql.raw<boolean>(sellsNowText(member))

/** The same where a statement is written as a text. */
export const sellsNowText = (member: string): string => `${shopSells.name}(${member}.shop_open, ${member}.shop_hours, now())`

/** Within its hours, however its switch stands. */
export const withinHoursNow = (member: string) => sql.raw<boolean>(`${shopSells.name}(true, ${member}.shop_hours, now())`)
