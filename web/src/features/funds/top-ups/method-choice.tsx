import { type PaymentMethod, topupFeeText } from '@lapak/contract/funds/top-ups'
import { IconCreditCardOff } from '@tabler/icons-react'
import { MethodLogo } from '#features/funds/top-ups/method-logo.tsx'
import type { ShownMethod } from '#features/funds/top-ups/top-ups.api.ts'
import type { useTopUpCommand } from '#features/funds/top-ups/use-top-up-command.ts'
import { CardChoices } from '#ui/card-choices.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

interface MethodChoiceProps {
  command: ReturnType<typeof useTopUpCommand>
  /** For dialogs: shows only the names of the methods. */
  compact?: boolean
}

/** The payment methods to choose from. */
export function MethodChoice({ command: { methods, list, method, pick }, compact = false }: MethodChoiceProps) {
  if (methods.error && !methods.data) return <ErrorState message={methods.error.message} onRetry={() => void methods.refetch()} />
  if (list.length === 0)
    return <EmptyState icon={IconCreditCardOff} title="Belum ada metode pembayaran" hint="Topup sedang tidak tersedia. Coba lagi nanti." />
  return (
    <CardChoices
      name="methode"
      legend="Metode pembayaran"
      busy={methods.isPlaceholderData}
      choices={list.map((one) => ({
        key: one.name,
        name: one.name,
        hint: compact ? undefined : hintOf(one),
        mark: <MethodLogo of={one} />,
      }))}
      chosen={method?.name ?? null}
      onChoose={pick}
    />
  )
}

const hintOf = ({ description, tipe, offered }: ShownMethod): string =>
  [`${description}.`, tipe === 1 ? 'Langsung masuk.' : 'Dicek dari mutasi bank.', offered && feeText(offered)].filter(Boolean).join(' ')

function feeText(offered: PaymentMethod): string {
  const fee = topupFeeText(offered)
  return fee === null ? 'Tanpa biaya.' : `Biaya ${fee}.`
}
