import type { AuditRow } from '@lapak/contract/audit'
import { wib } from '@lapak/contract/time-text'
import { Text } from '@mantine/core'
import { IconHistoryOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { UserRows } from '#features/users/user-rows.tsx'
import { userTrailQuery } from '#features/users/users.api.ts'
import { RowFacts } from '#ui/row-list.tsx'

/** What the member did, and what was done to it. */
export function UserTrail({ id }: { id: string }) {
  const list = useInfiniteQuery(userTrailQuery(id))
  return (
    <UserRows
      label="Audit"
      list={list}
      row={(row) => <TrailRow row={row} />}
      nothing={{ icon: IconHistoryOff, title: 'Belum ada catatan' }}
    />
  )
}

const TrailRow = ({ row }: { row: AuditRow }) => (
  <>
    <Text size="sm" fw={600}>
      {row.event}
    </Text>
    <RowFacts>
      <span>{wib(row.createat)}</span>
      <span>{row.actorname ?? 'Tanpa akun'}</span>
      {row.address && <span>{row.address}</span>}
      {row.reason && <span>{row.reason}</span>}
    </RowFacts>
    {changesIn(row) && (
      <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
        {changesIn(row)}
      </Text>
    )}
  </>
)

const factsOf = (facts: AuditRow['before']): string =>
  Object.entries(facts ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

function changesIn({ before, after }: AuditRow): string {
  const [was, is] = [factsOf(before), factsOf(after)]
  return was && is ? `${was} → ${is}` : was || is
}
