import type { ChangesOfMany } from '@lapak/contract/selling/offers'
import type { Terms } from './plan.ts'

type Rounding = NonNullable<ChangesOfMany['bulat']>
type Step = NonNullable<ChangesOfMany['harga']>

/** The terms of an offer after a bulk change; terms that the request does not contain do not change. */
export function changedBy(changes: ChangesOfMany, before: Terms): Terms {
  const { harga, beli, kodecek, bulat, promo, stok, status, gangguan, cutoff } = changes
  const stepped = harga === undefined ? before.sell_price : before.sell_price + stepOf(harga, before.sell_price)
  const sell_price = bulat === undefined ? stepped : rounded(stepped, bulat)
  return {
    ...before,
    sell_price,
    buy_price: beli === undefined || before.buy_price === 0n ? before.buy_price : before.buy_price + stepOf(beli, before.buy_price),
    check_code: kodecek === undefined ? before.check_code : kodecek || null,
    promo_price: promo === undefined ? before.promo_price : promo === null ? null : sell_price - stepOf(promo, sell_price),
    stock: stok === undefined ? before.stock : stok,
    open: status ?? before.open,
    disturbed: gangguan ?? before.disturbed,
    ...(cutoff !== undefined && { cutoff_from: cutoff && `${cutoff.awal}:00`, cutoff_to: cutoff && `${cutoff.akhir}:00` }),
  }
}

/** A percentage rounds to the nearest rupiah, halves away from zero. */
function stepOf(step: Step, price: bigint): bigint {
  if ('rupiah' in step) return step.rupiah
  const parts = price * BigInt(step.basispoints)
  return parts < 0n ? -((-parts + 5_000n) / 10_000n) : (parts + 5_000n) / 10_000n
}

function rounded(price: bigint, { ke, arah }: Rounding): bigint {
  if (price <= 0n) return price
  const to = BigInt(ke)
  const below = (price / to) * to
  const up = arah === 'naik' ? below < price : arah === 'terdekat' && (price - below) * 2n >= to
  return up ? below + to : below
}
