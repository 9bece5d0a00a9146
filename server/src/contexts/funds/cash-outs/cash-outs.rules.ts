import type { CashOutCase } from '@lapak/contract/funds/cash-outs'
import { dotted } from '@lapak/contract/shared/money'
import { Refusal } from '#http/refusal.ts'
import { jakartaMinuteOf } from '#shared/clock.ts'

/** The limits from the settings: amounts in rupiah, and hours of the day in WIB. */
export interface Rules {
  min: bigint
  minRemaining: bigint
  fromHour: number
  untilHour: number
  mistakenTransferMin: bigint
  closingMin: bigint
}

export const leavingCase: CashOutCase = 2

/** True from the first minute of `fromHour` until before `untilHour` (B-OPEN-01). */
export function isOpenAt(now: Date, { fromHour, untilHour }: Pick<Rules, 'fromHour' | 'untilHour'>): boolean {
  const minute = jakartaMinuteOf(now)
  return minute >= fromHour * 60 && minute < untilHour * 60
}

const hour = (of: number) => `${String(of).padStart(2, '0')}:00`

export function refuseClosed(now: Date, rules: Rules) {
  if (!isOpenAt(now, rules)) throw new Refusal('cash_out.closed', { from: hour(rules.fromHour), until: hour(rules.untilHour) })
}

/** The amount of a cash-out with this case must be greater than the returned amount. */
export const minOfCase = (kasus: CashOutCase, { mistakenTransferMin, closingMin }: Rules): bigint =>
  kasus === leavingCase ? closingMin : mistakenTransferMin

interface Who {
  /** The largest amount that may be taken out without a case; null means the whole balance. */
  free: bigint | null
  kasus: CashOutCase | null
}

/** Refuses amounts that are not allowed. A seller takes out its earnings; a buyer needs a case (B-OPEN-02, B-OPEN-03). */
export function refuseAmount(amount: bigint, { free, kasus }: Who, rules: Rules) {
  if (amount < rules.min) throw new Refusal('cash_out.too_small', { min: dotted(rules.min) })
  if (kasus === null) {
    if (free === 0n) throw new Refusal('cash_out.case_needed')
    if (free !== null && amount > free) throw new Refusal('cash_out.not_earned', { most: dotted(free) })
    return
  }
  const above = minOfCase(kasus, rules)
  if (amount <= above) throw new Refusal('cash_out.case_amount', { above: dotted(above) })
}

/** The minimum balance that must remain after the cash-out. A leaving member may take out the whole balance. */
export const requiredRemainder = (kasus: CashOutCase | null, { minRemaining }: Rules): bigint => (kasus === leavingCase ? 0n : minRemaining)
