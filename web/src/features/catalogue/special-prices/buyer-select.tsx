import { specialPriceMembersMax } from '@lapak/contract/catalogue/special-prices'
import { MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BuyerName } from '#features/catalogue/special-prices/special-price-parts.tsx'
import { type Buyer, buyersQuery } from '#features/catalogue/special-prices/special-prices.api.ts'

/**
 * Suggests buyers while the member types: the seller's own customers by part of the name, other members only by their full e-mail address or phone
 * number.
 */
function useFoundBuyers(typed: string, enabled: boolean) {
  const [search] = useDebouncedValue(typed.trim(), 250)
  const asked = enabled && search.length >= 2
  const { data = [], isFetching, error } = useQuery({ ...buyersQuery(search), enabled: asked })
  const nothing = error ? error.message : 'Pembeli tidak ditemukan. Yang belum pernah membeli dicari dengan e-mail atau nomor HP lengkap.'
  return { found: asked ? data : [], nothing: asked && !isFetching ? nothing : undefined }
}

const buyerOption = ({ memberid, membername }: Buyer) => ({ value: memberid.toString(), label: membername })

/** A suggestion with its picture. */
const renderBuyer =
  (buyers: readonly Buyer[]) =>
  ({ option }: { option: { value: string } }) => {
    const buyer = buyers.find(({ memberid }) => memberid.toString() === option.value)
    return buyer && <BuyerName of={buyer} />
  }

interface BuyerSelectProps {
  value: Buyer | null
  error: string | undefined
  onChoose: (buyer: Buyer | null) => void
}

export function BuyerSelect({ value, error, onChoose }: BuyerSelectProps) {
  const [typed, setTyped] = useState('')
  const chosen = value !== null && typed === value.membername
  const { found, nothing } = useFoundBuyers(typed, !chosen)
  const buyers = chosen ? [value] : found
  return (
    <Select
      label="Pembeli"
      name="buyer"
      size="md"
      placeholder="Nama, e-mail lengkap, atau nomor HP"
      searchable
      data-autofocus
      data={buyers.map(buyerOption)}
      renderOption={renderBuyer(buyers)}
      // The server has already filtered the members, also by fields that are not part of the shown name.
      filter={({ options }) => options}
      nothingFoundMessage={nothing}
      error={error}
      value={value?.memberid.toString() ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => onChoose(buyers.find(({ memberid }) => memberid.toString() === id) ?? null)}
    />
  )
}

interface BuyersSelectProps {
  value: Buyer[]
  error: string | undefined
  onChoose: (buyers: Buyer[]) => void
}

/** A field that selects several buyers and shows each of them as a chip. */
export function BuyersSelect({ value, error, onChoose }: BuyersSelectProps) {
  const [typed, setTyped] = useState('')
  const { found, nothing } = useFoundBuyers(typed, true)
  const isChosen = ({ memberid }: Buyer) => value.some((buyer) => buyer.memberid === memberid)
  const buyers = [...value, ...found.filter((buyer) => !isChosen(buyer))]
  return (
    <MultiSelect
      label="Pembeli"
      name="buyers"
      size="md"
      placeholder={value.length === 0 ? 'Nama, e-mail lengkap, atau nomor HP' : ''}
      searchable
      hidePickedOptions
      maxValues={specialPriceMembersMax}
      data-autofocus
      data={buyers.map(buyerOption)}
      renderOption={renderBuyer(buyers)}
      filter={({ options }) => options}
      nothingFoundMessage={nothing}
      error={error}
      value={value.map(({ memberid }) => memberid.toString())}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(ids) => onChoose(buyers.filter(({ memberid }) => ids.includes(memberid.toString())))}
    />
  )
}
