import type { DecisionRow, decisionCalls } from '@lapak/contract/system/approvals'
import { Group, Stack, Text } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { decisionList } from '#features/system/approvals/approvals.api.ts'
import { useAsked } from '#features/system/approvals/asked-words.ts'
import { DecisionState } from '#features/system/approvals/decision-state.tsx'
import { kindWord, sumOf } from '#features/system/approvals/decision-words.ts'
import { type ListAddress, useList } from '#lib/use-list.ts'
import { AgoTime } from '#ui/ago-time.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { Rupiah } from '#ui/money.tsx'
import { Tag } from '#ui/tag.tsx'

interface DecisionListProps {
  at: ListAddress<typeof decisionCalls.list>
  open: '0' | '1'
  onOpen: (row: DecisionRow) => void
}

/** What waits for a second administrator, or what became of it. */
export function DecisionList({ at, open, onOpen }: DecisionListProps) {
  const list = useList(decisionList, { ...at, search: { ...at.search, open } })
  return (
    <DataTable
      list={{ ...list, narrowed: false }}
      label={open === '1' ? 'Menunggu admin kedua' : 'Sudah diputuskan'}
      columns={columns}
      card={(row) => <DecisionCard row={row} />}
      opens={{ label: (row) => `Permintaan ${row.id}`, open: onOpen }}
      nothing={
        open === '1'
          ? { icon: IconChecks, title: 'Tidak ada yang menunggu', hint: 'Yang perlu dua admin akan tampil di sini.' }
          : { icon: IconChecks, title: 'Belum ada yang diputuskan' }
      }
    />
  )
}

const columns: Column<DecisionRow>[] = [
  { key: 'id', title: 'ID', width: 76, sortable: true, cell: (row) => row.id.toString() },
  { key: 'kind', title: 'Jenis', width: 100, cell: kindWord },
  { key: 'asked', title: 'Yang diminta', width: 220, cell: (row) => <Asked row={row} /> },
  { key: 'amount', title: 'Nominal', width: 108, numeric: true, cell: (row) => <Sum row={row} /> },
  { key: 'askedby', title: 'Oleh', width: 110, cell: (row) => row.askedby },
  { key: 'reason', title: 'Alasan', width: 150, from: 'md', cell: (row) => row.reason },
  { key: 'createat', title: 'Sejak', width: 110, cell: (row) => <AgoTime at={row.createat} /> },
  { key: 'outcome', title: 'Keputusan', width: 130, cell: (row) => <DecisionState of={row} /> },
]

function Sum({ row }: { row: DecisionRow }) {
  const sum = sumOf(row)
  return sum !== null && <Rupiah of={sum} />
}

const Asked = ({ row }: { row: DecisionRow }) => (
  <>
    {useAsked(row).words} <Own row={row} />
  </>
)

const Own = ({ row: { own, outcome } }: { row: DecisionRow }) => own !== null && outcome === null && <Tag tone="own">{ownTags[own]}</Tag>

const ownTags = { request: 'Permintaan Anda', money: 'Uang Anda', member: 'Tentang Anda' } as const

/** On a phone. */
const DecisionCard = ({ row }: { row: DecisionRow }) => (
  <Stack gap={4}>
    <Text fw={600} size="sm">
      <Asked row={row} />
    </Text>
    <Group justify="space-between">
      {row.amount === null ? <span>{kindWord(row)}</span> : <Sum row={row} />}
      <DecisionState of={row} />
    </Group>
    <Text size="sm" c="dimmed">
      {row.askedby} · <AgoTime at={row.createat} />
    </Text>
  </Stack>
)
