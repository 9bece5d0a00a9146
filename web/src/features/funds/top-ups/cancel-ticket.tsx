import type { TopUpTicket } from '@lapak/contract/funds/top-ups'
import { wib } from '@lapak/contract/shared/time-text'
import { Button } from '@mantine/core'
import { useCancelTicket } from '#features/funds/top-ups/top-ups.api.ts'
import { confirmFirst } from '#ui/confirm.tsx'
import { Section } from '#ui/section.tsx'

/** Its owner may give a ticket up some time after it was made; until then a transfer may be on its way. */
export function CancelTicket({ ticket: { invoice, cancelfrom, expiresat }, now }: { ticket: TopUpTicket; now: Date }) {
  const cancel = useCancelTicket(invoice)
  const tooEarly = cancelfrom > now
  const ends = expiresat && expiresat > now ? ` Tiket yang tidak dibayar batal sendiri pada ${wib(expiresat)}.` : ''
  return (
    <Section
      title="Tidak jadi topup?"
      hint={`${tooEarly ? `Bisa dibatalkan mulai ${wib(cancelfrom)}.` : 'Batalkan hanya kalau Anda belum membayar.'}${ends}`}
      action={
        <Button
          variant="default"
          disabled={tooEarly}
          loading={cancel.isPending}
          onClick={() =>
            confirmFirst({
              question: `Batalkan tiket ${invoice}? Pembayaran yang masuk sesudahnya tidak dikenali dengan sendirinya.`,
              danger: true,
              onYes: () => cancel.mutate(),
            })
          }
        >
          Batalkan tiket
        </Button>
      }
    />
  )
}
