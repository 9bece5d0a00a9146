import type { AccountOwner } from '@lapak/contract/funds/treasury'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownersQuery } from '#features/funds/treasury/treasury.api.ts'

interface OwnerSelectProps {
  value: AccountOwner | null
  error: string | undefined
  onChoose: (owner: AccountOwner | null) => void
}

const shown = ({ name, email }: AccountOwner) => `${name} (${email})`

/** Whose balance is meant, by a part of the name, the whole e-mail or the number. */
export function OwnerSelect({ value, error, onChoose }: OwnerSelectProps) {
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
      // The server has looked already, also for what is not in the label.
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
