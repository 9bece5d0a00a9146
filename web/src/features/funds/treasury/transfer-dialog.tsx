import type { CashCode } from '@lapak/contract/shared/banks'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { BalanceAfter } from '#features/funds/treasury/balance-after.tsx'
import { cashChoices } from '#features/funds/treasury/cash-choices.ts'
import { useCashBalance, useTransferCash } from '#features/funds/treasury/treasury.api.ts'
import { newReference } from '#lib/new-reference.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { RupiahField } from '#ui/rupiah-field.tsx'

interface Values {
  idsumber: CashCode
  idtujuan: CashCode
  jumlah: bigint | null | undefined
}

/** Records a transfer that was made between two banks of the platform. */
export function TransferDialog({ onClose }: { onClose: () => void }) {
  const transfer = useTransferCash(onClose)
  const heldAt = useCashBalance()
  // One reference per dialog: if the request is sent again after a lost answer, the server recognises the same transfer.
  const [reffclient] = useState(newReference)
  const { form, field, formProps, busy } = useServerForm<Values, unknown>({
    initialValues: { idsumber: '01', idtujuan: '02', jumlah: null },
    send: ({ jumlah, ...codes }) => transfer.mutateAsync({ ...codes, jumlah: Number(jumlah ?? 0n), reffclient }),
    fieldByErrorCode: { cash: 'jumlah' },
  })
  const { idsumber, idtujuan, jumlah } = form.values
  const balance = (code: CashCode, change: bigint) => {
    const held = heldAt(code)
    return held === undefined ? undefined : <BalanceAfter held={held} change={change} />
  }
  return (
    <FormDialog
      title="Transfer Kas"
      form={{ formProps, busy }}
      ignoreClickOutside
      submitLabel="Transfer"
      canSubmit={Boolean(jumlah)}
      onClose={onClose}
    >
      <NativeSelect label="Sumber" size="md" data={cashChoices} description={balance(idsumber, -(jumlah ?? 0n))} {...field('idsumber')} />
      <NativeSelect label="Tujuan" size="md" data={cashChoices} description={balance(idtujuan, jumlah ?? 0n)} {...field('idtujuan')} />
      <RupiahField
        label="Jumlah"
        name="jumlah"
        autoFocus
        value={jumlah}
        error={form.errors.jumlah as string | undefined}
        onChange={(money) => form.setFieldValue('jumlah', money)}
      />
    </FormDialog>
  )
}
