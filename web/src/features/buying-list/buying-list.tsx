import type { MappingRow } from '@lapak/contract/buying-list'
import { Button } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { buyingListQuery } from '#features/buying-list/buying-list.api.ts'
import { buyingListColumns } from '#features/buying-list/buying-list-columns.tsx'
import { MappingCard } from '#features/buying-list/mapping-card.tsx'
import { useMappingActions } from '#features/buying-list/use-mapping-actions.ts'
import { DataTable } from '#ui/data-table.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { EmptyState } from '#ui/states.tsx'
import { pageAsked, type TableSearch, tableState } from '#ui/table-state.ts'

export type BuyingListSearch = TableSearch & { search?: string }

const listName = 'buying-list'

/** The sellers' products that this buyer's orders are routed to. */
export function BuyingList({ search, onSearch }: { search: BuyingListSearch; onSearch: (change: BuyingListSearch) => void }) {
  const state = tableState(listName, search)
  const list = useQuery(buyingListQuery({ search: search.search, ...pageAsked(state) }))
  const actions = useMappingActions()
  return (
    <DataTable<MappingRow>
      name={listName}
      label="Produk ke suplier"
      columns={buyingListColumns(actions)}
      rowKey={(row) => row.id.toString()}
      card={(row) => <MappingCard row={row} actions={actions} />}
      rows={list.data?.content}
      total={list.data?.totalElements ?? 0}
      state={state}
      onChange={onSearch}
      error={list.error}
      onRetry={() => void list.refetch()}
      stale={list.isPlaceholderData}
      empty={<NoMappings searched={Boolean(search.search)} onReset={() => onSearch({ search: undefined, page: undefined })} />}
      search={
        <SearchField
          label="Cari produk atau suplier"
          value={search.search ?? ''}
          onSearch={(text) => onSearch({ search: text || undefined, page: undefined })}
        />
      }
    />
  )
}

function NoMappings({ searched, onReset }: { searched: boolean; onReset: () => void }) {
  if (!searched)
    return (
      <EmptyState
        icon={IconListDetails}
        title="Belum ada produk di daftar Anda"
        hint="Produk suplier yang ditambahkan ke daftar tampil di sini dan bisa dibeli."
      />
    )
  return (
    <EmptyState
      icon={IconListDetails}
      title="Tidak ada yang cocok"
      hint="Coba nama produk, kode, atau nama suplier lain."
      action={
        <Button variant="default" onClick={onReset}>
          Hapus pencarian
        </Button>
      }
    />
  )
}
