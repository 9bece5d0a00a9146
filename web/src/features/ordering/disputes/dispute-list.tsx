import { type DisputeRow, disputeKinds, disputeReasons, disputeStages } from '@lapak/contract/ordering/disputes'
import { wib } from '@lapak/contract/shared/time-text'
import { Group, Stack, Text } from '@mantine/core'
import { IconMessageReport } from '@tabler/icons-react'
import { DisputeState } from '#features/ordering/disputes/dispute-state.tsx'
import { type DisputeListCall, type DisputeSide, disputeLists } from '#features/ordering/disputes/disputes.api.ts'
import { useLiveDisputes } from '#features/ordering/disputes/disputes.live.ts'
import { shortName } from '#lib/short-name.ts'
import { groupInFours } from '#lib/targets.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { allChoice, ChoiceFilter } from '#ui/choice-filter.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { Rupiah } from '#ui/money.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'

const stageLabels: Record<(typeof disputeStages)[number], string> = {
  berjalan: 'Berjalan',
  menunggu: 'Menunggu jawaban',
  selesai: 'Selesai',
}

const short = (name: string) => <span title={name}>{shortName(name)}</span>
const buyer: Column<DisputeRow> = { key: 'membername', title: 'Pembeli', width: 116, cell: (row) => short(row.membername) }
const seller: Column<DisputeRow> = { key: 'sellername', title: 'Suplier', width: 116, cell: (row) => short(row.sellername) }
const others: Record<DisputeSide, Column<DisputeRow>[]> = { buyer: [seller], seller: [buyer], house: [buyer, seller] }

const columnsFor = (side: DisputeSide): Column<DisputeRow>[] => [
  { key: 'id', title: 'ID', width: 60, sortable: true, cell: (row) => row.id.toString() },
  { key: 'createat', title: 'Sejak', width: 96, cell: (row) => <RelativeTime at={row.createat} /> },
  { key: 'productname', title: 'Produk', width: 132, cell: (row) => row.productname },
  { key: 'target', title: 'Tujuan', width: 122, cell: (row) => row.target },
  { key: 'sellprice', title: 'Harga', width: 92, numeric: true, cell: (row) => <Rupiah of={row.sellprice} /> },
  { key: 'jenis', title: 'Jenis', width: 90, visibleFrom: 'md', cell: (row) => disputeKinds[row.jenis] },
  { key: 'reason', title: 'Masalah', width: 136, visibleFrom: 'md', cell: (row) => disputeReasons[row.reason] },
  ...others[side],
  { key: 'dueat', title: 'Tenggat', width: 130, sortable: true, visibleFrom: 'md', cell: (row) => row.dueat && wib(row.dueat) },
  { key: 'state', title: 'Status', width: 150, cell: (row) => <DisputeState of={row.state} /> },
]

const hints: Record<DisputeSide, string> = {
  buyer: 'Transaksi sukses yang bermasalah dilaporkan, atau diajukan returnya, dari rinciannya.',
  seller: 'Laporan dan retur pembeli tentang penjualan Anda tampil di sini.',
  house: 'Laporan dan retur yang tidak diselesaikan suplier menunggu keputusan di sini.',
}

interface DisputeListProps {
  side: DisputeSide
  searchParams: ListSearchParams<DisputeListCall>
  onOpen: (row: DisputeRow) => void
}

/** Disputes of buyers, newest first. */
export function DisputeList({ side, searchParams, onOpen }: DisputeListProps) {
  useLiveDisputes()
  const list = useList(disputeLists[side], searchParams)
  return (
    <DataTable
      list={list}
      label="Daftar sengketa"
      columns={columnsFor(side)}
      card={(row) => <DisputeCard row={row} by={side === 'buyer' ? row.sellername : row.membername} />}
      rowLink={{ label: (row) => `${disputeKinds[row.jenis]} ${row.id}`, open: onOpen }}
      filters={
        <ChoiceFilter
          label="Status"
          value={list.filters.tahap}
          choices={[allChoice('sengketa'), ...disputeStages.map((value) => ({ value, label: stageLabels[value] }))]}
          onChoose={(tahap) => list.setFilters({ tahap })}
        />
      }
      emptyState={{ icon: IconMessageReport, title: 'Tidak ada sengketa', hint: hints[side] }}
      noResultsState={{ title: 'Tidak ada sengketa yang cocok', hint: 'Ubah filternya.' }}
    />
  )
}

/** A row on a phone. */
const DisputeCard = ({ row, by }: { row: DisputeRow; by: string }) => (
  <Stack gap={4}>
    <Group justify="space-between" wrap="nowrap">
      <Text fw={600} truncate>
        {groupInFours(row.target)}
      </Text>
      <DisputeState of={row.state} />
    </Group>
    <Text size="sm">
      {row.productname} · {row.jenis === 'return' && `${disputeKinds.return} · `}
      {disputeReasons[row.reason]}
    </Text>
    <Group justify="space-between">
      <Rupiah of={row.sellprice} strong />
      <Text size="sm" c="dimmed">
        {by} · <RelativeTime at={row.createat} />
      </Text>
    </Group>
  </Stack>
)
