import type { SellerApplication, sellerApplicationCalls } from '@lapak/contract/selling/seller-applications'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconUserCheck } from '@tabler/icons-react'
import { ApplicationState } from '#features/selling/seller-applications/application-state.tsx'
import { type ApplicationFilters, applicationList } from '#features/selling/seller-applications/seller-applications.api.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { ChoiceFilter } from '#ui/choice-filter.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

/** The table identifies a row by the id of its member. */
type Row = SellerApplication & { id: bigint }

interface ApplicationListProps {
  searchParams: ListSearchParams<typeof sellerApplicationCalls.list>
  onOpen: (memberId: bigint) => void
}

/** Members that applied to become sellers. */
export function ApplicationList({ searchParams, onOpen }: ApplicationListProps) {
  const list = useList(applicationList, searchParams)
  return (
    <DataTable<Row>
      list={{ ...list, rows: list.rows?.map((row) => ({ ...row, id: row.memberid })) }}
      label="Seller Applications"
      columns={columnsWith(onOpen)}
      card={(row) => <ApplicationCard row={row} />}
      rowLink={{ label: (row) => `Pengajuan ${row.membername}`, open: ({ id }) => onOpen(id) }}
      searchPlaceholder="Cari nama atau e-mail"
      filters={<LevelFilter filters={list.filters} onFilter={list.setFilters} />}
      emptyState={{ icon: IconUserCheck, title: 'Tidak ada pengajuan yang menunggu', hint: 'Calon suplier akan tampil di sini.' }}
      noResultsState={{ title: 'Tidak ada yang cocok', hint: 'Ubah kata kunci atau filter.' }}
    />
  )
}

const columnsWith = (onOpen: ApplicationListProps['onOpen']): Column<Row>[] => [
  { key: 'memberid', title: 'ID', width: 76, sortable: true, cell: (row) => row.memberid.toString() },
  { key: 'membername', title: 'Nama', width: 160, sortable: true, cell: (row) => row.membername },
  { key: 'memberemail', title: 'E-mail', width: 190, sortable: true, cell: (row) => row.memberemail },
  { key: 'memberstatus', title: 'Aktif', width: 110, cell: (row) => <Active row={row} /> },
  { key: 'createat', title: 'Dibuat', width: 120, sortable: true, visibleFrom: 'md', cell: (row) => wib(row.createat) },
  {
    key: 'updateat',
    title: 'Diperbarui',
    width: 120,
    sortable: true,
    cell: (row) => <RelativeTime at={row.updateat} />,
  },
  {
    key: 'actions',
    title: 'Aksi',
    width: 96,
    cell: (row) => (
      <Button variant="default" size="xs" aria-label={`Detail ${row.membername}`} onClick={() => onOpen(row.id)}>
        Detail
      </Button>
    ),
  },
]

/** Whether the account is complete and not blocked. */
const Active = ({ row: { memberstatus } }: { row: Row }) =>
  memberstatus > 1 ? (
    <StatusBadge colour="green" icon={IconCircleCheck} label="Aktif" />
  ) : (
    <StatusBadge colour="gray" icon={IconCircleOff} label="Tidak aktif" />
  )

const levels = [
  { value: '', label: 'Menunggu' },
  { value: '1', label: 'Ditolak' },
  { value: '3', label: 'Disetujui' },
]

const LevelFilter = ({ filters, onFilter }: { filters: ApplicationFilters; onFilter: (change: ApplicationFilters) => void }) => (
  <ChoiceFilter
    label="Status"
    value={filters.adminconfirmation}
    choices={levels}
    onChoose={(adminconfirmation) => onFilter({ adminconfirmation })}
  />
)

/** A row on a phone. */
const ApplicationCard = ({ row }: { row: Row }) => (
  <Stack gap={4}>
    <Text fw={600} size="sm">
      {row.membername}
    </Text>
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {row.memberemail}
    </Text>
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        ID {row.memberid.toString()} · <RelativeTime at={row.sentat ?? row.updateat} />
      </Text>
      <ApplicationState level={row.adminconfirmation} />
    </Group>
  </Stack>
)
