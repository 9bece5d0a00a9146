import { type AdminPost, type feedCalls, postStages } from '@lapak/contract/community/feeds'
import { dotted } from '@lapak/contract/shared/money'
import { Group, Stack, Text } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { moderationList } from '#features/community/feeds/feeds.api.ts'
import { useLiveReports } from '#features/community/feeds/feeds.live.ts'
import { PostState } from '#features/community/feeds/post-state.tsx'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { allChoice, ChoiceFilter } from '#ui/choice-filter.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { RelativeTime } from '#ui/relative-time.tsx'

const stageLabels: Record<(typeof postStages)[number], string> = { dilaporkan: 'Dilaporkan', disembunyikan: 'Disembunyikan' }

const columns: Column<AdminPost>[] = [
  { key: 'id', title: 'ID', width: 76, sortable: true, cell: (row) => row.id.toString() },
  { key: 'waktu', title: 'Ditulis', width: 110, cell: (row) => <RelativeTime at={row.waktu} /> },
  { key: 'membername', title: 'Member', width: 140, cell: (row) => row.membername },
  { key: 'msg', title: 'Kiriman', width: 320, cell: (row) => beginning(row) },
  { key: 'laporan', title: 'Laporan', width: 84, numeric: true, cell: (row) => dotted(reportsOf(row)) },
  { key: 'totalcomment', title: 'Komentar', width: 90, numeric: true, visibleFrom: 'md', cell: (row) => dotted(row.totalcomment) },
  { key: 'state', title: 'Status', width: 140, cell: (row) => <PostState of={row} /> },
]

/** The number of reports about the post and its comments. */
const reportsOf = ({ laporan, laporankomentar }: AdminPost) => laporan + laporankomentar

const shownMax = 120
const beginning = ({ msg }: AdminPost) => (msg === '' ? 'Gambar' : msg.length > shownMax ? `${[...msg].slice(0, shownMax).join('')}…` : msg)

interface ModeratedPostsProps {
  searchParams: ListSearchParams<typeof feedCalls.adminList>
  onOpen: (row: AdminPost) => void
}

/** The posts of all members, filtered: reported posts, hidden posts, or all posts. */
export function ModeratedPosts({ searchParams, onOpen }: ModeratedPostsProps) {
  useLiveReports()
  const list = useList(moderationList, searchParams)
  return (
    <DataTable
      list={list}
      label="Daftar kiriman"
      columns={columns}
      card={(row) => <PostRowCard row={row} />}
      rowLink={{ label: (row) => `Kiriman ${row.id}`, open: onOpen }}
      filters={
        <ChoiceFilter
          label="Status"
          value={list.filters.tahap}
          choices={[allChoice('kiriman'), ...postStages.map((value) => ({ value, label: stageLabels[value] }))]}
          onChoose={(tahap) => list.setFilters({ tahap })}
        />
      }
      emptyState={{ icon: IconFlag, title: 'Belum ada kiriman', hint: 'Yang ditulis member di halaman Kiriman tampil di sini.' }}
      noResultsState={{ title: 'Tidak ada kiriman yang cocok', hint: 'Ubah filternya.' }}
    />
  )
}

/** A row on a phone. */
const PostRowCard = ({ row }: { row: AdminPost }) => (
  <Stack gap={4}>
    <Group justify="space-between" wrap="nowrap">
      <Text fw={600} truncate>
        {row.membername}
      </Text>
      <PostState of={row} />
    </Group>
    <Text size="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
      {beginning(row)}
    </Text>
    <Text size="sm" c="dimmed">
      {dotted(reportsOf(row))} laporan · <RelativeTime at={row.waktu} />
    </Text>
  </Stack>
)
