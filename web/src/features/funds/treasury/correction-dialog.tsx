import { type CorrectionKind, correctionKinds, onlyWay } from '@lapak/contract/funds/treasury'
import { type CashCode, cashNames } from '@lapak/contract/shared/banks'
import { rupiahText } from '@lapak/contract/shared/money'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { BalanceAfter } from '#features/funds/treasury/balance-after.tsx'
import { cashChoices } from '#features/funds/treasury/cash-choices.ts'
import { type Direction, DirectionField, withSign } from '#features/funds/treasury/direction-field.tsx'
import { useCashBalance, useCorrectCash } from '#features/funds/treasury/treasury.api.ts'
import { newReference } from '#lib/new-reference.ts'
import { reasonError } from '#lib/reason-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { isConfirmed } from '#ui/confirm.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { RupiahField } from '#ui/rupiah-field.tsx'

interface Values {
  code: CashCode
  kind: CorrectionKind
  direction: Direction
  jumlah: bigint | null | undefined
  reason: string
}

const kindChoices = Object.entries(correctionKinds).map(([value, label]) => ({ value, label }))

/** Corrects the balance of a cash account that differs from the balance at the bank, with a reason. */
export function CorrectionDialog({ onClose }: { onClose: () => void }) {
  const correct = useCorrectCash(onClose)
  const heldAt = useCashBalance()
  // One reference per dialog: if the request is sent again after a lost answer, the server recognises the same correction.
  const [reffclient] = useState(newReference)
  const { form, field, formProps, busy } = useServerForm<Values, unknown>({
    initialValues: { code: '01', kind: 'bank_fee', direction: 'out', jumlah: null, reason: '' },
    validate: {
      jumlah: (money) => (money ? null : 'Isi jumlahnya'),
      reason: reasonError,
    },
    beforeSend: (values) => isConfirmed({ question: questionOf(values, heldAt(values.code)), danger: values.direction === 'out' }),
    send: ({ code, kind, direction, jumlah, reason }) =>
      correct.mutateAsync({ code, kind, jumlah: Number(withSign(direction, jumlah)), reason: reason.trim(), reffclient }),
    fieldByErrorCode: { 'cash.wrong_direction': 'kind' },
  })
  const { code, kind, direction, jumlah } = form.values
  const held = heldAt(code)
  const choose = (chosen: CorrectionKind) => form.setValues({ kind: chosen, direction: onlyWay[chosen] ?? direction })
  return (
    <FormDialog title="Koreksi kas" form={{ formProps, busy }} ignoreClickOutside submitLabel="Catat" onClose={onClose}>
      <NativeSelect label="Akun kas" size="md" data={cashChoices} data-autofocus {...field('code')} />
      <NativeSelect
        label="Sebab"
        size="md"
        data={kindChoices}
        {...field('kind')}
        onChange={({ currentTarget }) => choose(currentTarget.value as CorrectionKind)}
      />
      <DirectionField
        labels={{ in: 'Kas bertambah', out: 'Kas berkurang' }}
        value={direction}
        only={onlyWay[kind]}
        onChoose={(next) => form.setFieldValue('direction', next)}
      />
      <RupiahField
        label="Jumlah"
        name="jumlah"
        value={jumlah}
        error={form.errors.jumlah as string | undefined}
        onChange={(money) => form.setFieldValue('jumlah', money)}
      />
      {held !== undefined && (
        <Text size="sm">
          <BalanceAfter held={held} change={withSign(direction, jumlah)} />
        </Text>
      )}
      <TextInput label="Alasan" size="md" maxLength={300} autoComplete="off" {...field('reason')} />
    </FormDialog>
  )
}

function questionOf({ code, kind, direction, jumlah }: Values, held: bigint | undefined): string {
  const change = withSign(direction, jumlah)
  const then = held === undefined ? '' : `, saldo ${rupiahText(held)} menjadi ${rupiahText(held + change)}`
  return `Catat koreksi kas ${code} ${cashNames[code]}, ${correctionKinds[kind]}: ${change < 0n ? '' : '+'}${rupiahText(change)}${then}?`
}
