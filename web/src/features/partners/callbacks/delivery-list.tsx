import type { callbackCalls } from '@lapak/contract/partners/callbacks'
import { longestCallbackPause } from '@lapak/contract/shared/callback-schedule'
import { wib } from '@lapak/contract/shared/time-text'
import { Text, Title } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { type Delivery, deliveryList, redeliver, useRefreshDeliveries } from '#features/partners/callbacks/callbacks.api.ts'
import { LoadedAttempts } from '#features/partners/callbacks/delivery-attempts.tsx'
import classes from '#features/partners/callbacks/delivery-list.module.css'
import { DeliveryBadge, deliveryBadges } from '#features/partners/callbacks/delivery-state.tsx'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { ChoiceFilter } from '#ui/choice-filter.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'

export type DeliverySearchParams = ListSearchParams<typeof callbackCalls.list>

interface ListProps {
  searchParams: DeliverySearchParams
  onOpen: (id: bigint) => void
}

const states = [{ value: '', label: 'Semua status' }, ...Object.entries(deliveryBadges).map(([value, { label }]) => ({ value, label }))]

/** The log of callbacks: those that were sent, and those that are still being retried. */
export function DeliveryList({ searchParams, onOpen }: ListProps) {
  const list = useList(deliveryList, searchParams)
  const refresh = useRefreshDeliveries()
  return (
    <section>
      <Title order={2}>Riwayat callback</Title>
      <Text size="sm" c="dimmed" mb="sm">
        Yang gagal dicoba lagi dengan jeda yang makin panjang, sampai {longestCallbackPause}.
      </Text>
      <DataTable
        list={list}
        label="Riwayat callback"
        columns={deliveryColumns}
        card={(row) => <DeliveryCard row={row} />}
        rowLink={{ label: (row) => `Detail callback ${row.id}`, open: (row) => onOpen(row.id) }}
        rowDetails={{ label: (row) => `Percobaan callback ${row.id}`, detail: (row) => <LoadedAttempts id={row.id} /> }}
        bulk={{
          label: (row) => `callback ${row.id}`,
          actions: [
            {
              label: 'Kirim ulang',
              icon: IconSend,
              question: (count) => `Kirim ulang ${count} callback?`,
              run: (row) => redeliver(row.id),
              done: (count) => `${count} callback dikirim ulang`,
              settled: refresh,
            },
          ],
        }}
        searchPlaceholder="Cari reff atau alamat"
        filters={
          <ChoiceFilter
            label="Status callback"
            className={classes.state}
            value={list.filters.state}
            choices={states}
            onChoose={(state) => list.setFilters({ state })}
          />
        }
        emptyState={{
          icon: IconSend,
          title: 'Belum ada callback',
          hint: 'Hasil akhir pesanan yang dikirim ke alamat callback Anda akan tampil di sini.',
        }}
        noResultsState={{ title: 'Tidak ada callback yang cocok' }}
      />
    </section>
  )
}

// — Delivery columns

const answered = (status: number | null): string => (status === null ? '–' : `HTTP ${status}`)

const deliveryColumns: Column<Delivery>[] = [
  { key: 'id', title: 'ID', width: 80, sortable: true, cell: (row) => row.id.toString() },
  { key: 'createat', title: 'Dibuat', width: 160, cell: (row) => <span className={classes.moment}>{wib(row.createat)}</span> },
  {
    key: 'reffclient',
    title: 'Reff Client',
    width: 150,
    cell: (row) => <code className={classes.code}>{row.reffclient ?? row.event}</code>,
  },
  { key: 'url', title: 'Alamat', width: 220, visibleFrom: 'md', cell: (row) => <code className={classes.code}>{row.url}</code> },
  { key: 'tries', title: 'Percobaan', width: 92, numeric: true, cell: (row) => row.tries },
  { key: 'status', title: 'Jawaban', width: 96, cell: (row) => answered(row.status) },
  { key: 'state', title: 'Status', width: 120, cell: (row) => <DeliveryBadge state={row.state} /> },
]

function DeliveryCard({ row }: { row: Delivery }) {
  return (
    <div className={classes.card}>
      <div className={classes.line}>
        <code className={classes.code}>{row.reffclient ?? row.event}</code>
        <DeliveryBadge state={row.state} />
      </div>
      <span className={classes.moment}>
        {wib(row.createat)} · {row.tries} percobaan · {answered(row.status)}
      </span>
    </div>
  )
}
