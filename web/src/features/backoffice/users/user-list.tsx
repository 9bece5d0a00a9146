import type { RoleName } from '@lapak/contract/auth/access'
import type { UserRow, userCalls } from '@lapak/contract/backoffice/users'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { roleLabels } from '#features/backoffice/users/user-labels.ts'
import { UserState } from '#features/backoffice/users/user-state.tsx'
import { type UserFilters, userList } from '#features/backoffice/users/users.api.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { allChoice, ChoiceFilter } from '#ui/choice-filter.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Tag } from '#ui/tag.tsx'

/** The table identifies a row by the id of its member. */
type Row = UserRow & { id: bigint }

interface UserListProps {
  searchParams: ListSearchParams<typeof userCalls.list>
  onOpen: (memberId: bigint) => void
}

export function UserList({ searchParams, onOpen }: UserListProps) {
  const list = useList(userList, searchParams)
  return (
    <DataTable<Row>
      list={{ ...list, rows: list.rows?.map((row) => ({ ...row, id: row.memberid })) }}
      label="All Users"
      columns={columnsWith(onOpen)}
      card={(row) => <UserCard row={row} />}
      rowLink={{ label: (row) => `Member ${row.membername}`, open: ({ id }) => onOpen(id) }}
      searchPlaceholder="Cari nama, e-mail, telp, atau ID"
      filters={<UserFilterBar filters={list.filters} onFilter={list.setFilters} />}
      emptyState={{ icon: IconUsers, title: 'Belum ada member' }}
      noResultsState={{ title: 'Tidak ada yang cocok', hint: 'Ubah kata kunci atau filter.' }}
    />
  )
}

const columnsWith = (onOpen: UserListProps['onOpen']): Column<Row>[] => [
  { key: 'memberid', title: 'ID', width: 76, sortable: true, cell: (row) => row.memberid.toString() },
  {
    key: 'membername',
    title: 'Nama',
    width: 160,
    sortable: true,
    cell: (row) => (
      <>
        {row.membername} <Roles of={row} />
      </>
    ),
  },
  { key: 'memberemail', title: 'E-mail', width: 190, sortable: true, cell: (row) => row.memberemail },
  { key: 'memberstatus', title: 'Aktif', width: 130, cell: (row) => <UserState status={row.memberstatus} /> },
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

const Roles = ({ of: { roles } }: { of: Row }) => roles.map((role) => <Tag key={role}>{roleLabels[role as RoleName]}</Tag>)

const stateChoices = [
  allChoice('status'),
  { value: '2', label: 'Aktif' },
  { value: '1', label: 'Belum lengkap' },
  { value: '0', label: 'Diblokir' },
]
const roleChoices = [allChoice('peran'), ...Object.entries(roleLabels).map(([value, label]) => ({ value, label }))]

function UserFilterBar({ filters, onFilter }: { filters: UserFilters; onFilter: (change: UserFilters) => void }) {
  return (
    <>
      <ChoiceFilter
        label="Status"
        value={filters.memberstatus}
        choices={stateChoices}
        onChoose={(memberstatus) => onFilter({ memberstatus })}
      />
      <ChoiceFilter label="Peran" value={filters.role} choices={roleChoices} onChoose={(role) => onFilter({ role })} />
    </>
  )
}

/** A row on a phone. */
const UserCard = ({ row }: { row: Row }) => (
  <Stack gap={4}>
    <Text fw={600} size="sm">
      {row.membername} <Roles of={row} />
    </Text>
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {row.memberemail}
    </Text>
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        ID {row.memberid.toString()} · <RelativeTime at={row.updateat} />
      </Text>
      <UserState status={row.memberstatus} />
    </Group>
  </Stack>
)
