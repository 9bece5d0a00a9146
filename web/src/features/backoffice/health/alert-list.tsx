import { alertStatuses, type HealthAlert, type healthCalls, healthMatterNames, healthMatters } from '@lapak/contract/backoffice/health'
import { Group, Stack, Text } from '@mantine/core'
import { IconHeartbeat } from '@tabler/icons-react'
import { AlertState } from '#features/backoffice/health/alert-state.tsx'
import { type AlertFilters, alertList } from '#features/backoffice/health/health.api.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { allChoice, ChoiceFilter } from '#ui/choice-filter.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { RelativeTime } from '#ui/relative-time.tsx'

interface AlertListProps {
  searchParams: ListSearchParams<typeof healthCalls.alerts>
  onOpen: (row: HealthAlert) => void
}

/** The list of alerts with the administrator who took each alert, and the outcome. */
export function AlertList({ searchParams, onOpen }: AlertListProps) {
  const list = useList(alertList, searchParams)
  return (
    <DataTable
      list={list}
      label="Peringatan kesehatan"
      columns={columns}
      card={(row) => <AlertCard row={row} />}
      rowLink={{ label: (row) => `Peringatan ${row.id}`, open: onOpen }}
      filters={<Filters filters={list.filters} onFilter={list.setFilters} />}
      emptyState={{
        icon: IconHeartbeat,
        title: 'Tidak ada peringatan',
        hint: 'Setiap menit keadaan diperiksa; yang buruk tampil di sini.',
      }}
      noResultsState={{ title: 'Tidak ada peringatan yang cocok', hint: 'Ubah filternya.' }}
    />
  )
}

const columns: Column<HealthAlert>[] = [
  { key: 'id', title: 'ID', width: 76, sortable: true, cell: (row) => row.id.toString() },
  { key: 'createat', title: 'Sejak', width: 110, cell: (row) => <RelativeTime at={row.createat} /> },
  { key: 'matter', title: 'Peringatan', width: 200, cell: (row) => healthMatters[row.matter] },
  { key: 'message', title: 'Keadaan', width: 300, cell: (row) => row.message },
  { key: 'status', title: 'Status', width: 120, cell: (row) => <AlertState of={row} /> },
  { key: 'by', title: 'Ditangani', width: 130, cell: (row) => row.takenby },
  { key: 'word', title: 'Catatan terakhir', width: 200, visibleFrom: 'md', cell: lastWord },
]

/** The newest note on the alert. */
function lastWord({ langkah }: HealthAlert): string | undefined {
  return langkah.findLast(({ step }) => step !== 'opened')?.word
}

const statusLabels: Record<(typeof alertStatuses)[number], string> = { terbuka: 'Belum diambil', diambil: 'Diambil', selesai: 'Selesai' }

const Filters = ({ filters, onFilter }: { filters: AlertFilters; onFilter: (change: AlertFilters) => void }) => (
  <>
    <ChoiceFilter
      label="Status"
      value={filters.status}
      choices={[{ value: '', label: 'Belum selesai' }, ...alertStatuses.map((value) => ({ value, label: statusLabels[value] }))]}
      onChoose={(status) => onFilter({ status })}
    />
    <ChoiceFilter
      label="Peringatan"
      value={filters.matter}
      choices={[allChoice('peringatan'), ...healthMatterNames.map((value) => ({ value, label: healthMatters[value] }))]}
      onChoose={(matter) => onFilter({ matter })}
    />
  </>
)

const AlertCard = ({ row }: { row: HealthAlert }) => (
  <Stack gap={4}>
    <Group justify="space-between" wrap="nowrap">
      <Text fw={600} truncate>
        {healthMatters[row.matter]}
      </Text>
      <AlertState of={row} />
    </Group>
    <Text size="sm">{row.message}</Text>
    <Text size="sm" c="dimmed">
      <RelativeTime at={row.createat} />
      {row.takenby && ` · ditangani ${row.takenby}`}
    </Text>
  </Stack>
)
