import {
  type Difference,
  differenceKinds,
  kindsOfScope,
  type reconciliationCalls,
  reconciliationScopes,
} from '@lapak/contract/funds/reconciliation'
import { bankNames } from '@lapak/contract/shared/banks'
import { wib } from '@lapak/contract/shared/time-text'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import { Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconChecks, IconEqual, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  closeDifference,
  type DifferenceFilters,
  differenceList,
  useCloseDifference,
  useRefreshReconciliation,
} from '#features/funds/reconciliation/reconciliation.api.ts'
import { SenAmount } from '#features/funds/reconciliation/sen-amount.tsx'
import { relativeTime } from '#lib/relative-time.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { DayRange } from '#ui/day-range.tsx'
import { Facts } from '#ui/facts.tsx'
import { ReasonForm } from '#ui/reason-form.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import link from '#ui/text-link.module.css'

const columns: Column<Difference>[] = [
  { key: 'hari', title: 'Hari', width: 92, sortable: true, cell: (row) => row.hari.replaceAll('-', '/') },
  { key: 'name', title: 'Pihak', width: 128, cell: (row) => row.name },
  { key: 'kind', title: 'Jenis', width: 150, cell: (row) => differenceKinds[row.kind] },
  { key: 'reference', title: 'Referensi', width: 132, visibleFrom: 'md', cell: (row) => row.reference },
  { key: 'theirs', title: 'Menurut mereka', width: 112, numeric: true, cell: (row) => <SenAmount of={row.theirs} /> },
  { key: 'ours', title: 'Menurut Lapak', width: 112, numeric: true, cell: (row) => <SenAmount of={row.ours} /> },
  { key: 'createat', title: 'Umur', width: 104, sortable: true, visibleFrom: 'md', cell: (row) => <RelativeTime at={row.createat} /> },
  { key: 'state', title: 'Status', width: 190, cell: (row) => <DifferenceState of={row} /> },
]

/** The list of differences. By default it shows the differences that no administrator has closed. */
export function DifferenceList({ searchParams }: { searchParams: ListSearchParams<typeof reconciliationCalls.differences> }) {
  const list = useList(differenceList, searchParams, { defaultFilters: { open: '1' } })
  const [opened, setOpened] = useState<Difference>()
  const readAgain = useRefreshReconciliation()
  return (
    <>
      <DataTable
        list={list}
        label="Selisih"
        columns={columns}
        card={(row) => <DifferenceCard row={row} />}
        rowLink={{ label: (row) => `Selisih ${row.id}`, open: setOpened }}
        bulk={{
          label: (row) => `selisih ${row.id}`,
          actions: [
            {
              label: 'Selesaikan yang sudah cocok',
              icon: IconEqual,
              question: (count) => `Selesaikan ${count} selisih yang sudah cocok?`,
              run: closeAgreed,
              done: (count) => `${count} selisih diselesaikan`,
              settled: readAgain,
            },
          ],
        }}
        searchPlaceholder="Cari referensi, keterangan, atau suplier"
        filters={<FilterBar filters={list.filters} onFilter={list.setFilters} />}
        emptyState={{ icon: IconChecks, title: 'Tidak ada selisih terbuka', hint: 'Setiap malam hari-hari yang sudah lewat diperiksa.' }}
        noResultsState={{ title: 'Tidak ada selisih yang cocok', hint: 'Ubah kata kunci, filter, atau rentang tanggal.' }}
      />
      {opened && <DifferenceDialog of={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** The default reason for closing several differences together. */
const agreed = 'Sudah cocok saat diperiksa lagi'

/** Rejects for a row that was not closed, so that it stays selected with the reason. */
async function closeAgreed({ id, still, askedby }: Difference): Promise<void> {
  if (still) throw new Error('masih berbeda, tulis alasannya')
  if (askedby !== null) throw new Error(waiting)
  const { data } = await closeDifference(id, agreed)
  if (data.endedat === null) throw new Error(waiting)
}

const waiting = waitsForSecond.toLowerCase()

const stateChoices = [
  { value: '1', label: 'Terbuka' },
  { value: '0', label: 'Selesai' },
]

const kindChoices = [
  { value: '', label: 'Semua jenis' },
  ...[...new Set(Object.values(kindsOfScope).flat())].map((value) => ({ value, label: differenceKinds[value] })),
]

const bankChoices = [
  { value: '', label: 'Semua pihak' },
  { value: 'bank', label: 'Semua bank' },
  ...Object.entries(bankNames).map(([value, label]) => ({ value, label })),
  { value: 'seller', label: 'Semua suplier' },
  { value: 'provider', label: 'Penyedia' },
]

/** Converts the choice of a combined filter (all banks, all sellers, the provider, or one bank) to filters of the list. */
function sideOf(choice: string): DifferenceFilters {
  const scope = reconciliationScopes.find((one) => one === choice)
  const bankcode = choice in bankNames ? (choice as DifferenceFilters['bankcode']) : undefined
  return { scope, bankcode, sellerid: undefined } as DifferenceFilters
}

function FilterBar({ filters, onFilter }: { filters: DifferenceFilters; onFilter: (change: DifferenceFilters) => void }) {
  return (
    <>
      <NativeSelect
        size="sm"
        aria-label="Pihak"
        value={filters.bankcode ?? filters.scope ?? (filters.sellerid ? 'seller' : '')}
        data={bankChoices}
        onChange={(event) => onFilter(sideOf(event.currentTarget.value))}
      />
      <NativeSelect
        size="sm"
        aria-label="Jenis"
        value={filters.kind ?? ''}
        data={kindChoices}
        onChange={(event) => onFilter({ kind: (event.currentTarget.value || undefined) as DifferenceFilters['kind'] })}
      />
      <NativeSelect
        size="sm"
        aria-label="Status"
        value={filters.open ?? '1'}
        data={stateChoices}
        onChange={(event) => onFilter({ open: event.currentTarget.value as DifferenceFilters['open'] })}
      />
      <DayRange awal={filters.awal ?? ''} akhir={filters.akhir ?? ''} onRange={onFilter} />
    </>
  )
}

function DifferenceCard({ row }: { row: Difference }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} truncate>
          {row.name}
        </Text>
        <DifferenceState of={row} />
      </Group>
      <Text size="sm">{[differenceKinds[row.kind], row.reference].filter((text) => text !== '').join(' · ')}</Text>
      <Group justify="space-between">
        <SenAmount of={(row.theirs ?? 0n) - (row.ours ?? 0n)} />
        <Text size="sm" c="dimmed">
          {row.hari.replaceAll('-', '/')} · <RelativeTime at={row.createat} />
        </Text>
      </Group>
    </Stack>
  )
}

/** The details of a difference, and the form for the note with which an administrator closes it. */
function DifferenceDialog({ of, onClose }: { of: Difference; onClose: () => void }) {
  useRestoreFocus()
  const ending = useCloseDifference(of)
  return (
    <Modal opened onClose={onClose} title={`Selisih ${of.id}`}>
      <Stack gap="md">
        <DifferenceFacts of={of} />
        {of.askedby !== null && (
          <Link to="/persetujuan" className={link.link}>
            {waitsForSecond}
          </Link>
        )}
        {of.endedat === null && of.askedby === null && (
          <ReasonForm
            hint="Tidak ada yang dibukukan karenanya: apa penyebabnya, dan di mana diselesaikan"
            submitLabel="Selesaikan"
            send={(reason) => ending.mutateAsync(reason)}
            onClose={onClose}
          />
        )}
      </Stack>
    </Modal>
  )
}

const sideLabels = { bank: 'Bank', seller: 'Suplier', provider: 'Penyedia' } as const

const DifferenceFacts = ({ of }: { of: Difference }) => (
  <Facts
    facts={[
      { label: 'Status', value: <DifferenceState of={of} /> },
      { label: 'Jenis', value: differenceKinds[of.kind] },
      { label: sideLabels[of.scope], value: of.name },
      { label: 'Hari', value: of.hari.replaceAll('-', '/') },
      { label: 'Referensi', value: of.reference },
      { label: `Menurut ${sideLabels[of.scope].toLowerCase()}`, value: <SenAmount of={of.theirs} /> },
      { label: 'Menurut Lapak', value: <SenAmount of={of.ours} /> },
      { label: 'Keterangan', value: of.keterangan },
      { label: 'Diminta oleh', value: of.askedby },
      { label: 'Ditemukan', value: `${wib(of.createat)} (${relativeTime(of.createat)})` },
      { label: 'Diselesaikan', value: of.endedat && `${wib(of.endedat)}, ${of.endedby}` },
      { label: 'Alasan', value: of.endedreason },
    ]}
  />
)

/** The state of a difference. If the two sides match again, an administrator still has to close the difference. */
function DifferenceState({ of: { endedat, still, askedby } }: { of: Difference }) {
  if (endedat !== null) return <StatusBadge colour="gray" icon={IconCheck} label="Selesai" />
  if (askedby !== null) return <StatusBadge colour="blue" icon={IconUsers} label={waitsForSecond} />
  if (!still) return <StatusBadge colour="green" icon={IconEqual} label="Sudah cocok" />
  return <StatusBadge colour="orange" icon={IconAlertTriangle} label="Terbuka" />
}
