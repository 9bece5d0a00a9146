import type { CashOutCase } from '@lapak/contract/funds/cash-outs'
import { dotted } from '@lapak/contract/shared/money'
import { Refusal } from '#http/refusal.ts'
import { jakartaMinuteOf } from '#shared/clock.ts'

/** The numbers of the house, as settings have them. Rupiah, hours of the day in WIB. */
export interface Rules {
  min: bigint
  keep: bigint
  fromHour: number
  untilHour: number
  mistakeAbove: bigint
  quitAbove: bigint
}

export const leaving: CashOutCase = 2

/** From the first minute of the one hour up to that of the other (B-OPEN-01). */
export function isOpenAt(now: Date, { fromHour, untilHour }: Pick<Rules, 'fromHour' | 'untilHour'>): boolean {
  const minute = jakartaMinuteOf(now)
  return minute >= fromHour * 60 && minute < untilHour * 60
}

const hour = (of: number) => `${String(of).padStart(2, '0')}:00`

export function refuseClosed(now: Date, rules: Rules) {
  if (!isOpenAt(now, rules)) throw new Refusal('cash_out.closed', { from: hour(rules.fromHour), until: hour(rules.untilHour) })
}

/** Above what each case is for. */
export const aboveOf = (kasus: CashOutCase, { mistakeAbove, quitAbove }: Rules): bigint => (kasus === leaving ? quitAbove : mistakeAbove)

interface Who {
  /** The most without a case; null is all. */
  free: bigint | null
  kasus: CashOutCase | null
}

/** What may be asked for. Who sells takes out its earnings; who only buys needs one of the cases (B-OPEN-02, B-OPEN-03). */
export function refuseAmount(amount: bigint, { free, kasus }: Who, rules: Rules) {
  if (amount < rules.min) throw new Refusal('cash_out.too_small', { min: dotted(rules.min) })
  if (kasus === null) {
    if (free === 0n) throw new Refusal('cash_out.case_needed')
    if (free !== null && amount > free) throw new Refusal('cash_out.not_earned', { most: dotted(free) })
    return
  }
  const above = aboveOf(kasus, rules)
  if (amount <= above) throw new Refusal('cash_out.case_amount', { above: dotted(above) })
}

/** What has to stay in the balance. Who leaves may take all. */
export const kept = (kasus: CashOutCase | null, { keep }: Rules): bigint => (kasus === leaving ? 0n : keep)
