import type { offerCalls } from '@lapak/contract/selling/offers'
import type { BodyOf } from '@lapak/contract/shared/call'
import type { Selectable } from 'kysely'
import { pricesBefore } from '#contexts/catalogue/price-changes/price-changes.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Reader } from '#db/db.ts'
import type { Offer } from '#db/schema.ts'
import { fallsFar } from './offers.rules.ts'
import { type Planned, priceOf } from './plan.ts'

const dayMs = 86_400_000

type OfferChanges = BodyOf<typeof offerCalls.change>

const judged = ['supplier_code', 'check_code', 'sell_price', 'promo_price'] as const

/** The fields of an offer that decide whether a change requires step-up authentication. */
export type Judged = Pick<Selectable<Offer>, 'id' | (typeof judged)[number]>

/** Undefined when the request contains none of these fields. */
export async function readJudged(
  read: Reader,
  { sellerId, id }: { sellerId: bigint; id: bigint },
  { kodesupplier, kodecek, sellprice, promoprice }: OfferChanges,
): Promise<Judged | undefined> {
  if ([kodesupplier, kodecek, sellprice, promoprice].every((given) => given === undefined)) return undefined
  return read
    .selectFrom('offer')
    .select(['id', ...judged])
    .where('id', '=', id)
    .where('seller_id', '=', sellerId)
    .executeTakeFirst()
}

/**
 * Whether an attacker with a stolen session could use this change to buy cheaply. This is possible when the price falls far, in one step or in
 * several steps within a day, when orders at the same price would use another supplier code, or when name checks would use another check code, which
 * the server might take for an order.
 */
export async function needsStepUp(
  read: Reader,
  settings: Settings,
  before: Judged,
  { kodesupplier, kodecek, sellprice, promoprice }: OfferChanges,
): Promise<boolean> {
  if (kodesupplier !== undefined && kodesupplier !== before.supplier_code) return true
  // Removing the check code is safe: no request uses it any more.
  if (kodecek && kodecek !== before.check_code) return true
  const [was, becomes] = [
    priceOf(before),
    priceOf({ sell_price: sellprice ?? before.sell_price, promo_price: promoprice === undefined ? before.promo_price : promoprice }),
  ]
  if (becomes >= was) return false
  const lately = (await pricesBefore(read, [before.id], new Date(Date.now() - dayMs))).map(priceOf)
  const cut = settings.get('offers.priceCutStepUpBasisPoints')
  return [was, ...lately].some((price) => fallsFar(cut, price, becomes))
}

/** Whether a plan of many offers requires step-up authentication. New offers always require it, since there is no previous price to compare with. */
export async function planNeedsStepUp(read: Reader, settings: Settings, lines: readonly Planned[]): Promise<boolean> {
  if (lines.some(({ before, after }) => before === null || before.supplier_code !== after.supplier_code)) return true
  // Removing the check code is safe: no request uses it any more.
  if (lines.some(({ before, after }) => after.check_code !== null && before?.check_code !== after.check_code)) return true
  const falling = lines.flatMap(({ offerId, before, after }) =>
    offerId !== null && before !== null && priceOf(after) < priceOf(before)
      ? [{ offerId, was: priceOf(before), becomes: priceOf(after) }]
      : [],
  )
  const cut = settings.get('offers.priceCutStepUpBasisPoints')
  if (falling.some(({ was, becomes }) => fallsFar(cut, was, becomes))) return true
  if (falling.length === 0) return false
  const prices = new Map(falling.map(({ offerId, becomes }) => [offerId, becomes]))
  const lately = await pricesBefore(read, [...prices.keys()], new Date(Date.now() - dayMs))
  return lately.some(({ offerId, ...before }) => fallsFar(cut, priceOf(before), prices.get(offerId) ?? 0n))
}
