import { ticketStateLabels } from '@lapak/contract/shared/ticket-states'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Stack, Text } from '@mantine/core'
import { type CashOut, useWithdrawCashOut } from '#features/funds/cash-outs/cash-outs.api.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'

interface CashOutUnderWayProps {
  request: CashOut
  /** A text with the hours in which cash-outs are paid. */
  note: string
  onMoved: () => void
}

/** The only cash-out request in progress. The member can withdraw it until its processing begins. */
export function PendingCashOut({ request, note, onMoved }: CashOutUnderWayProps) {
  const { id, invoice, nominal, description, status, paymenthistorydatetime } = request
  const withdraw = useWithdrawCashOut()
  return (
    <Stack gap="md">
      <Text>Masih ada penarikan yang diproses. Penarikan berikutnya bisa diminta setelah yang ini selesai.</Text>
      <Facts
        facts={[
          { label: 'Nomor', value: invoice, code: true },
          { label: 'Jumlah', value: <Rupiah of={nominal} strong /> },
          { label: 'Keterangan', value: description },
          { label: 'Diminta', value: wib(paymenthistorydatetime) },
          { label: 'Status', value: ticketStateLabels[status] },
        ]}
      />
      <Text size="sm" c="dimmed">
        {status === 0 ? `${note}.` : 'Sudah diproses admin, jadi tidak bisa dibatalkan lagi.'}
      </Text>
      {status === 0 && (
        <Button
          variant="default"
          loading={withdraw.isPending}
          onClick={() =>
            openConfirmation({
              question: `Batalkan penarikan ${invoice}? Uangnya langsung kembali ke saldo.`,
              danger: true,
              onYes: () => withdraw.mutate(id, { onSuccess: onMoved }),
            })
          }
        >
          Batalkan penarikan
        </Button>
      )}
    </Stack>
  )
}
