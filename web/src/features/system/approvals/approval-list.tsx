import type { ApprovalRow, approvalCalls } from '@lapak/contract/system/approvals'
import { Group, Stack, Text } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { approvalAmount, approvalKindLabel } from '#features/system/approvals/approval-labels.ts'
import { ApprovalState } from '#features/system/approvals/approval-state.tsx'
import { approvalList } from '#features/system/approvals/approvals.api.ts'
import { useRequestedChange } from '#features/system/approvals/use-requested-change.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { Rupiah } from '#ui/money.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Tag } from '#ui/tag.tsx'

interface ApprovalListProps {
  searchParams: ListSearchParams<typeof approvalCalls.list>
  open: '0' | '1'
  onOpen: (row: ApprovalRow) => void
}

/** The approval requests that wait for a second administrator, or those that are decided. */
export function ApprovalList({ searchParams, open, onOpen }: ApprovalListProps) {
  const list = useList(approvalList, { ...searchParams, search: { ...searchParams.search, open } })
  return (
    <DataTable
      list={{ ...list, hasActiveFilters: false }}
      label={open === '1' ? 'Menunggu admin kedua' : 'Sudah diputuskan'}
      columns={columns}
      card={(row) => <ApprovalCard row={row} />}
      rowLink={{ label: (row) => `Permintaan ${row.id}`, open: onOpen }}
      emptyState={
        open === '1'
          ? { icon: IconChecks, title: 'Tidak ada yang menunggu', hint: 'Yang perlu dua admin akan tampil di sini.' }
          : { icon: IconChecks, title: 'Belum ada yang diputuskan' }
      }
    />
  )
}

const columns: Column<ApprovalRow>[] = [
  { key: 'id', title: 'ID', width: 76, sortable: true, cell: (row) => row.id.toString() },
  { key: 'kind', title: 'Jenis', width: 100, cell: approvalKindLabel },
  { key: 'asked', title: 'Yang diminta', width: 220, cell: (row) => <Asked row={row} /> },
  { key: 'amount', title: 'Nominal', width: 108, numeric: true, cell: (row) => <Sum row={row} /> },
  { key: 'askedby', title: 'Oleh', width: 110, cell: (row) => row.askedby },
  { key: 'reason', title: 'Alasan', width: 150, visibleFrom: 'md', cell: (row) => row.reason },
  { key: 'createat', title: 'Sejak', width: 110, cell: (row) => <RelativeTime at={row.createat} /> },
  { key: 'outcome', title: 'Keputusan', width: 130, cell: (row) => <ApprovalState of={row} /> },
]

function Sum({ row }: { row: ApprovalRow }) {
  const sum = approvalAmount(row)
  return sum !== null && <Rupiah of={sum} />
}

const Asked = ({ row }: { row: ApprovalRow }) => (
  <>
    {useRequestedChange(row).words} <Own row={row} />
  </>
)

const Own = ({ row: { own, outcome } }: { row: ApprovalRow }) => own !== null && outcome === null && <Tag tone="own">{ownTags[own]}</Tag>

const ownTags = { request: 'Permintaan Anda', money: 'Uang Anda', member: 'Tentang Anda' } as const

/** A row on a phone. */
const ApprovalCard = ({ row }: { row: ApprovalRow }) => (
  <Stack gap={4}>
    <Text fw={600} size="sm">
      <Asked row={row} />
    </Text>
    <Group justify="space-between">
      {row.amount === null ? <span>{approvalKindLabel(row)}</span> : <Sum row={row} />}
      <ApprovalState of={row} />
    </Group>
    <Text size="sm" c="dimmed">
      {row.askedby} · <RelativeTime at={row.createat} />
    </Text>
  </Stack>
)
