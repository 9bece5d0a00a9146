import type { AccountOwner } from '@lapak/contract/funds/treasury'
import { rupiahText } from '@lapak/contract/shared/money'
import { Select, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BalanceAfter } from '#features/funds/treasury/balance-after.tsx'
import { DirectionField, withSign } from '#features/funds/treasury/direction-field.tsx'
import { ownersQuery, useAdjustBalance } from '#features/funds/treasury/treasury.api.ts'
import { newReference } from '#lib/new-reference.ts'
import { reasonError } from '#lib/reason-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { RupiahField } from '#ui/rupiah-field.tsx'

interface Values {
  memberid: AccountOwner | null
  direction: 'in' | 'out'
  jumlah: bigint | null | undefined
  reason: string
}

/** The form that adjusts the balance of a member. An adjustment always needs a second administrator. */
export function AdjustmentDialog({ onClose }: { onClose: () => void }) {
  const adjust = useAdjustBalance(onClose)
  // One reference per dialog: if the request is sent again after a lost answer, the server recognises the same adjustment.
  const [reffclient] = useState(newReference)
  const { form, field, formProps, busy } = useServerForm<Values, unknown>({
    initialValues: { memberid: null, direction: 'in', jumlah: null, reason: '' },
    validate: {
      memberid: (member) => (member === null ? 'Pilih membernya' : null),
      jumlah: (money, { memberid, direction }) => (money ? notCovered(memberid, withSign(direction, money)) : 'Isi jumlahnya'),
      reason: reasonError,
    },
    send: ({ memberid, direction, jumlah, reason }) =>
      adjust.mutateAsync({
        memberid: Number(memberid?.id),
        jumlah: Number(withSign(direction, jumlah)),
        reason: reason.trim(),
        reffclient,
      }),
    fieldByErrorCode: { not_found: 'memberid', decision: 'memberid', balance: 'jumlah' },
  })
  const { memberid: member, direction, jumlah } = form.values
  return (
    <FormDialog title="Penyesuaian saldo" form={{ formProps, busy }} ignoreClickOutside submitLabel="Minta persetujuan" onClose={onClose}>
      <Text size="sm" c="dimmed">
        Dicatat setelah admin kedua menyetujuinya.
      </Text>
      <OwnerSelect
        value={member}
        error={form.errors.memberid as string | undefined}
        onChoose={(chosen) => form.setFieldValue('memberid', chosen)}
      />
      <DirectionField
        labels={{ in: 'Tambah saldo', out: 'Kurangi saldo' }}
        value={direction}
        onChoose={(next) => form.setFieldValue('direction', next)}
      />
      <RupiahField
        label="Jumlah"
        name="jumlah"
        value={jumlah}
        error={form.errors.jumlah as string | undefined}
        onChange={(money) => form.setFieldValue('jumlah', money)}
      />
      {member && jumlah && (
        <Text size="sm">
          <BalanceAfter held={member.balance} change={withSign(direction, jumlah)} />
        </Text>
      )}
      <TextInput label="Alasan" size="md" maxLength={300} autoComplete="off" {...field('reason')} />
    </FormDialog>
  )
}

const notCovered = (member: AccountOwner | null, change: bigint): string | null =>
  member !== null && member.balance + change < 0n ? `Saldo member hanya ${rupiahText(member.balance)}` : null

// — Owner select

interface OwnerSelectProps {
  value: AccountOwner | null
  error: string | undefined
  onChoose: (owner: AccountOwner | null) => void
}

const shown = ({ name, email }: AccountOwner) => `${name} (${email})`

/** Selects a member by part of the name, the full e-mail address, or the id. */
function OwnerSelect({ value, error, onChoose }: OwnerSelectProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const chosen = value !== null && typed === shown(value)
  const { data = [], isFetching } = useQuery({ ...ownersQuery(search), enabled: search !== '' && !chosen })
  const owners = chosen ? [value] : data
  return (
    <Select
      label="Member"
      name="memberid"
      size="md"
      placeholder="Nama, e-mail lengkap, atau ID member"
      searchable
      data-autofocus
      data={owners.map((owner) => ({ value: owner.id.toString(), label: shown(owner) }))}
      // The server has already filtered the members, also by fields that are not part of the label.
      filter={({ options }) => options}
      nothingFoundMessage={search === '' || isFetching ? undefined : 'Member tidak ditemukan. E-mail ditulis lengkap.'}
      error={error}
      value={value?.id.toString() ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => onChoose(owners.find((owner) => owner.id.toString() === id) ?? null)}
    />
  )
}
