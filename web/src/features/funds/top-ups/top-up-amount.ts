import type { PaymentMethod } from '@lapak/contract/funds/top-ups'
import { rupiahText } from '@lapak/contract/shared/money'
import { rupiahError } from '#ui/rupiah-field.tsx'

/** The amount in rupiah that the top-up dialog suggests. */
export const suggestedTopUp = 100_000n

export const quickAmounts = [50_000n, 100_000n, 250_000n, 500_000n, 1_000_000n]

/** Validates the amount of a top-up. The minimum and maximum of the platform are part of the payment method. */
export function topUpAmountError(amount: bigint | null | undefined, bounds: Pick<PaymentMethod, 'min' | 'max'>): string | null {
  const unreadable = rupiahError(amount)
  if (unreadable) return unreadable
  if (!amount || amount < bounds.min) return `Minimal topup ${rupiahText(bounds.min)}`
  return amount > bounds.max ? `Paling banyak ${rupiahText(bounds.max)} sekali topup` : null
}
