import { sql } from 'kysely'
import { databaseFunction } from '#db/functions.ts'
import { jakartaMinuteOf, jakartaWeekdayOf } from '#shared/clock.ts'

/** Opening and closing minutes of the day, Monday to Sunday; both are -1 on a day when the shop is closed. */
export type ShopHours = readonly number[]

const dayMinutes = 24 * 60

/**
 * Whether a shop with these hours sells at this moment; null means always. The closing minute is excluded. Equal opening and closing minutes mean the
 * whole day.
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

/** The next moment at which a shop outside its hours opens. */
export function nextOpening(hours: ShopHours, now: Date): Date | null {
  const [today, minute] = [jakartaWeekdayOf(now), jakartaMinuteOf(now)]
  for (let ahead = 0; ahead <= 7; ahead++) {
    const opens = hours[2 * ((today + ahead) % 7)] ?? -1
    const inMinutes = ahead * dayMinutes + opens - minute
    if (opens >= 0 && inMinutes > 0) return new Date((Math.floor(now.getTime() / 60_000) + inMinutes) * 60_000)
  }
  return null
}

/** The SQL version of `withinHours`, for lists and for queries that lock rows. It also requires that the shop is switched on. */
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

/** Whether the shop in this row of `member` (by its alias) is switched on and within its hours. */
export const sellsNow = (member: string) => sql.raw<boolean>(sellsNowText(member))

/** `sellsNow` as a string, for SQL statements that are written as strings. */
export const sellsNowText = (member: string): string => `${shopSells.name}(${member}.shop_open, ${member}.shop_hours, now())`

/** Whether the shop is within its hours, even if it is switched off. */
export const withinHoursNow = (member: string) => sql.raw<boolean>(`${shopSells.name}(true, ${member}.shop_hours, now())`)
