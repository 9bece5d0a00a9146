import { Button, NativeSelect, Text, Title } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Delivery, type DeliveryState, deliveriesQuery } from '#features/api-settings/api-settings.api.ts'
import { DeliveryCard, deliveryColumns } from '#features/api-settings/delivery-columns.tsx'
import classes from '#features/api-settings/delivery-list.module.css'
import { deliveryLooks } from '#features/api-settings/delivery-state.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { EmptyState } from '#ui/states.tsx'
import { pageAsked, type TableSearch, tableState } from '#ui/table-state.ts'

export type DeliverySearch = TableSearch & { search?: string; state?: DeliveryState }

interface ListProps {
  search: DeliverySearch
  onSearch: (change: DeliverySearch) => void
  onOpen: (id: bigint) => void
}

const listName = 'callbacks'

const states = [{ value: '', label: 'Semua status' }, ...Object.entries(deliveryLooks).map(([value, { word }]) => ({ value, label: word }))]

/** Every callback that was sent or is still being tried. */
export function DeliveryList({ search, onSearch, onOpen }: ListProps) {
  const state = tableState(listName, search)
  const list = useQuery(deliveriesQuery({ search: search.search, state: search.state, ...pageAsked(state) }))
  const open = (row: Delivery) => onOpen(row.id)
  const filtered = Boolean(search.search || search.state)
  return (
    <section>
      <Title order={2}>Riwayat callback</Title>
      <Text size="sm" c="dimmed" mb="sm">
        Yang gagal dicoba lagi sampai 24 jam, makin lama makin jarang.
      </Text>
      <DataTable<Delivery>
        name={listName}
        label="Riwayat callback"
        columns={deliveryColumns(open)}
        rowKey={(row) => row.id.toString()}
        card={(row) => <DeliveryCard row={row} />}
        rows={list.data?.content}
        total={list.data?.totalElements ?? 0}
        state={state}
        onChange={onSearch}
        error={list.error}
        onRetry={() => void list.refetch()}
        stale={list.isPlaceholderData}
        onOpen={open}
        empty={<NoDeliveries filtered={filtered} onReset={() => onSearch({ search: undefined, state: undefined, page: undefined })} />}
        search={
          <SearchField
            label="Cari reff atau alamat"
            value={search.search ?? ''}
            onSearch={(text) => onSearch({ search: text || undefined, page: undefined })}
          />
        }
        filtered={Boolean(search.state)}
        filters={
          <NativeSelect
            size="sm"
            className={classes.state}
            aria-label="Status callback"
            value={search.state ?? ''}
            data={states}
            onChange={(event) =>
              onSearch({ state: (event.currentTarget.value || undefined) as DeliveryState | undefined, page: undefined })
            }
          />
        }
      />
    </section>
  )
}

function NoDeliveries({ filtered, onReset }: { filtered: boolean; onReset: () => void }) {
  if (!filtered)
    return (
      <EmptyState
        icon={IconSend}
        title="Belum ada callback"
        hint="Hasil akhir pesanan yang dikirim ke alamat callback Anda akan tampil di sini."
      />
    )
  return (
    <EmptyState
      icon={IconSend}
      title="Tidak ada callback yang cocok"
      action={
        <Button variant="default" onClick={onReset}>
          Hapus semua filter
        </Button>
      }
    />
  )
}
