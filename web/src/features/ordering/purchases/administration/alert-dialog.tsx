import { type AlertStep, useAlertStep } from '#features/ordering/purchases/administration/trx.api.ts'
import { ReasonDialog } from '#ui/reason-form.tsx'

const words: Record<AlertStep, { title: string; label: string; hint: string }> = {
  take: { title: 'Tangani peringatan', label: 'Apa yang Anda lakukan', hint: 'Admin lain melihatnya' },
  end: { title: 'Akhiri peringatan', label: 'Bagaimana selesainya', hint: 'Status dan uang transaksinya tidak berubah karenanya' },
}

interface AlertDialogProps {
  id: bigint
  step: AlertStep
  onClose: () => void
}

/** The word with which an alert is taken or ended. */
export function AlertDialog({ id, step, onClose }: AlertDialogProps) {
  const { title, label, hint } = words[step]
  const saying = useAlertStep(id, step)
  return (
    <ReasonDialog
      title={title}
      size={420}
      label={label}
      hint={hint}
      does="Simpan"
      closes="Tutup"
      send={(reason) => saying.mutateAsync(reason)}
      onClose={onClose}
    />
  )
}
