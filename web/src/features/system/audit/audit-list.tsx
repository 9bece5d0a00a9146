import { wib } from '@lapak/contract/shared/time-text'
import type { AuditRow, auditCalls } from '@lapak/contract/system/audit'
import { Text, UnstyledButton } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { auditList } from '#features/system/audit/audit.api.ts'
import { AuditDetail } from '#features/system/audit/audit-detail.tsx'
import { AuditFilterBar } from '#features/system/audit/audit-filters.tsx'
import classes from '#features/system/audit/audit-list.module.css'
import { eventWord } from '#features/system/audit/event-labels.ts'
import { factsOf } from '#features/system/audit/fact-labels.ts'
import { pageOfSubject, subjectWord } from '#features/system/audit/subject-labels.ts'
import { daysBefore, jakartaToday } from '#lib/days.ts'
import { type ListAddress, useList } from '#lib/use-list.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import link from '#ui/text-link.module.css'

/** Who did what to what, from where and why; the last week at first. */
export function AuditList({ at }: { at: ListAddress<typeof auditCalls.list> }) {
  const today = jakartaToday()
  const list = useList(auditList, at, { preset: { awal: daysBefore(today, 6), akhir: today } })
  const ofActor = (actorid: bigint) => list.filter({ actorid: actorid.toString() })
  const actorName = list.rows?.find(({ actorid }) => actorid?.toString() === list.filters.actorid)?.actorname ?? undefined
  return (
    <DataTable
      list={list}
      label="Audit"
      columns={columnsOf(ofActor)}
      card={(row) => <AuditCard row={row} />}
      unfolds={{ label: (row) => `Rincian ${eventWord(row.event)}, ${wib(row.createat)}`, detail: (row) => <AuditDetail row={row} /> }}
      filters={<AuditFilterBar filters={list.filters} actorName={actorName} onFilter={list.filter} />}
      nothing={{ icon: IconListSearch, title: 'Belum ada kejadian', hint: 'Yang dilakukan member dan admin tercatat di sini.' }}
      noMatch={{ title: 'Tidak ada kejadian yang cocok', hint: 'Ubah rentang tanggal atau filter lainnya.' }}
    />
  )
}

const columnsOf = (ofActor: (id: bigint) => void): Column<AuditRow>[] => [
  { key: 'createat', title: 'Waktu', width: 150, sortable: true, cell: (row) => wib(row.createat) },
  { key: 'actor', title: 'Siapa', width: 130, cell: (row) => <Actor row={row} onOnly={ofActor} /> },
  { key: 'event', title: 'Kejadian', width: 190, cell: (row) => eventWord(row.event) },
  { key: 'subject', title: 'Tentang', width: 150, cell: (row) => <Subject row={row} /> },
  { key: 'change', title: 'Perubahan', width: 190, from: 'md', cell: (row) => <Change row={row} /> },
  { key: 'reason', title: 'Alasan', width: 150, from: 'md', cell: (row) => row.reason ?? '–' },
  { key: 'address', title: 'Dari', width: 116, from: 'md', cell: (row) => row.address || '–' },
]

/** Whose name is pressed is the only one then. */
const Actor = ({ row: { actorid, actorname }, onOnly }: { row: AuditRow; onOnly: (id: bigint) => void }) =>
  actorid === null ? (
    <>Tanpa sesi</>
  ) : (
    <UnstyledButton className={link.link} fz="sm" aria-label={`Hanya oleh ${actorname ?? actorid}`} onClick={() => onOnly(actorid)}>
      {actorname ?? `#${actorid}`}
    </UnstyledButton>
  )

function Subject({ row }: { row: AuditRow }) {
  const page = pageOfSubject(row)
  const words = subjectWord(row)
  if (page === null) return <span className={classes.words}>{words}</span>
  return (
    <Link {...page} className={link.link}>
      {words}
    </Link>
  )
}

/** As much as a line holds; the rest is unfolded. */
function Change({ row }: { row: AuditRow }) {
  const words = factsOf(row).map(({ label, before, after }) => `${label}: ${[before, after].filter(Boolean).join(' → ')}`)
  return <span className={classes.change}>{words.join('; ') || '–'}</span>
}

const AuditCard = ({ row }: { row: AuditRow }) => (
  <div className={classes.card}>
    <Text fw={600} size="sm">
      {eventWord(row.event)}
    </Text>
    <Text size="sm" className={classes.words}>
      {row.actorname ?? (row.actorid === null ? 'Tanpa sesi' : `#${row.actorid}`)} · {subjectWord(row)}
    </Text>
    <Text size="sm" c="dimmed">
      {wib(row.createat)}
    </Text>
  </div>
)
