import { type AdminPurchaseDetail, type PurchaseAct, purchaseActs } from '@lapak/contract/ordering/purchases'
import { Text, TextInput } from '@mantine/core'
import { actWords } from '#features/ordering/purchases/administration/act-labels.ts'
import { useForce } from '#features/ordering/purchases/administration/trx.api.ts'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'
import { reasonError } from '#lib/reason-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { confirmed } from '#ui/confirm.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'

interface ForceDialogProps {
  act: PurchaseAct
  /** As it was when the button was pressed: the word is about that. */
  seen: AdminPurchaseDetail
  onClose: () => void
}

/** The word about one purchase, and why. Nothing is sent before the question is answered. */
export function ForceDialog({ act, seen, onClose }: ForceDialogProps) {
  const { label, danger = false, beware, question } = actWords[act]
  const forcing = useForce()
  const { field, formProps, busy, unsent } = useServerForm({
    initialValues: { serialnumber: '', description: '' },
    validate: { description: reasonError },
    before: () => confirmed({ question: question(seen), danger }),
    send: ({ serialnumber, description }) =>
      forcing.mutateAsync({
        id: Number(seen.id),
        status: purchaseActs[act].to,
        transactionrc: purchaseActs[act].from,
        description: description.trim(),
        ...(serialnumber.trim() && { serialnumber: serialnumber.trim() }),
      }),
    onSent: onClose,
  })
  useAskBeforeLeaving(unsent, 'Keputusan ini belum dikirim. Tinggalkan?')
  return (
    <FormDialog
      title={`${label} transaksi ${seen.id}`}
      size={420}
      of={{ formProps, busy }}
      does={label}
      closes="Tutup"
      danger={danger}
      onClose={onClose}
    >
      <Text size="sm">{beware}</Text>
      {act === 'succeed' && (
        <TextInput
          label="Serial number"
          description="Kosongkan bila produknya tanpa SN"
          maxLength={200}
          autoComplete="off"
          data-autofocus
          {...field('serialnumber')}
        />
      )}
      <TextInput
        label="Catatan"
        description="Dibaca pembeli, dan disimpan bersama nama Anda"
        maxLength={300}
        autoComplete="off"
        data-autofocus={act === 'succeed' ? undefined : true}
        {...field('description')}
      />
    </FormDialog>
  )
}
