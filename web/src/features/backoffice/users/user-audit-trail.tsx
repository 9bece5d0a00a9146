import { wib } from '@lapak/contract/shared/time-text'
import type { AuditRow } from '@lapak/contract/system/audit'
import { Text } from '@mantine/core'
import { IconHistoryOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { UserRows } from '#features/backoffice/users/user-rows.tsx'
import { userAuditTrailQuery } from '#features/backoffice/users/users.api.ts'
import { RowFacts } from '#ui/row-list.tsx'

/** The texts of an audit event, as on the audit page. */
export interface AuditTexts {
  event: string
  facts: { name: string; label: string; before: string | undefined; after: string | undefined }[]
}

interface TrailProps {
  id: string
  wordsOf: (row: AuditRow) => AuditTexts
}

/** Audit events whose actor or subject is this member. */
export function UserAuditTrail({ id, wordsOf }: TrailProps) {
  const list = useInfiniteQuery(userAuditTrailQuery(id))
  return (
    <UserRows
      label="Audit"
      list={list}
      row={(row) => <TrailRow row={row} words={wordsOf(row)} />}
      nothing={{ icon: IconHistoryOff, title: 'Belum ada catatan' }}
    />
  )
}

const TrailRow = ({ row, words: { event, facts } }: { row: AuditRow; words: AuditTexts }) => (
  <>
    <Text size="sm" fw={600}>
      {event}
    </Text>
    <RowFacts>
      <span>{wib(row.createat)}</span>
      <span>{row.actorname ?? 'Tanpa akun'}</span>
      {row.address && <span>{row.address}</span>}
      {row.reason && <span>{row.reason}</span>}
    </RowFacts>
    {facts.map(({ name, label, before, after }) => (
      <Text key={name} size="xs" style={{ overflowWrap: 'anywhere' }}>
        {label}: {before === undefined || after === undefined ? (before ?? after) : `${before} → ${after}`}
      </Text>
    ))}
  </>
)
