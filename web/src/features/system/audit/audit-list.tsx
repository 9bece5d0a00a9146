import { wib } from '@lapak/contract/shared/time-text'
import type { AuditRow, auditCalls } from '@lapak/contract/system/audit'
import { auditEventNames, auditSubjects } from '@lapak/contract/system/audit'
import { Button, Select, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconListSearch, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type AuditFilters, auditList } from '#features/system/audit/audit.api.ts'
import classes from '#features/system/audit/audit-list.module.css'
import { eventLabel } from '#features/system/audit/event-labels.ts'
import { changedFactsOf } from '#features/system/audit/fact-labels.ts'
import { memberLinkOf, subjectKindLabel, subjectLabel, subjectLinkOf } from '#features/system/audit/subject-labels.ts'
import { daysBefore, jakartaToday } from '#lib/days.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { allChoice, ChoiceFilter } from '#ui/choice-filter.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { DayRange } from '#ui/day-range.tsx'
import { Facts } from '#ui/facts.tsx'
import link from '#ui/text-link.module.css'

/** The audit log: actor, event, subject, IP address and reason of each event; by default, the events of the last week. */
export function AuditList({ searchParams }: { searchParams: ListSearchParams<typeof auditCalls.list> }) {
  const today = jakartaToday()
  const list = useList(auditList, searchParams, { defaultFilters: { awal: daysBefore(today, 6), akhir: today } })
  const ofActor = (actorid: bigint) => list.setFilters({ actorid: actorid.toString() })
  const actorName = list.rows?.find(({ actorid }) => actorid?.toString() === list.filters.actorid)?.actorname ?? undefined
  return (
    <DataTable
      list={list}
      label="Audit"
      columns={columnsOf(ofActor)}
      card={(row) => <AuditCard row={row} />}
      rowDetails={{ label: (row) => `Rincian ${eventLabel(row.event)}, ${wib(row.createat)}`, detail: (row) => <AuditDetail row={row} /> }}
      filters={<AuditFilterBar filters={list.filters} actorName={actorName} onFilter={list.setFilters} />}
      emptyState={{ icon: IconListSearch, title: 'Belum ada kejadian', hint: 'Yang dilakukan member dan admin tercatat di sini.' }}
      noResultsState={{ title: 'Tidak ada kejadian yang cocok', hint: 'Ubah rentang tanggal atau filter lainnya.' }}
    />
  )
}

const columnsOf = (ofActor: (id: bigint) => void): Column<AuditRow>[] => [
  { key: 'createat', title: 'Waktu', width: 150, sortable: true, cell: (row) => wib(row.createat) },
  { key: 'actor', title: 'Siapa', width: 130, cell: (row) => <Actor row={row} onOnly={ofActor} /> },
  { key: 'event', title: 'Kejadian', width: 190, cell: (row) => eventLabel(row.event) },
  { key: 'subject', title: 'Tentang', width: 150, cell: (row) => <Subject row={row} /> },
  { key: 'change', title: 'Perubahan', width: 190, visibleFrom: 'md', cell: (row) => <Change row={row} /> },
  { key: 'reason', title: 'Alasan', width: 150, visibleFrom: 'md', cell: (row) => row.reason ?? '–' },
  { key: 'address', title: 'Dari', width: 116, visibleFrom: 'md', cell: (row) => row.address || '–' },
]

/** The name of the actor; a press on the name filters the list by this actor. */
const Actor = ({ row: { actorid, actorname }, onOnly }: { row: AuditRow; onOnly: (id: bigint) => void }) =>
  actorid === null ? (
    <>Tanpa sesi</>
  ) : (
    <UnstyledButton className={link.link} fz="sm" aria-label={`Hanya oleh ${actorname ?? actorid}`} onClick={() => onOnly(actorid)}>
      {actorname ?? `#${actorid}`}
    </UnstyledButton>
  )

function Subject({ row }: { row: AuditRow }) {
  const page = subjectLinkOf(row)
  const words = subjectLabel(row)
  if (page === null) return <span className={classes.words}>{words}</span>
  return (
    <Link {...page} className={link.link}>
      {words}
    </Link>
  )
}

/** The changed facts in one line; the expanded row shows everything. */
function Change({ row }: { row: AuditRow }) {
  const words = changedFactsOf(row).map(({ label, before, after }) => `${label}: ${[before, after].filter(Boolean).join(' → ')}`)
  return <span className={classes.change}>{words.join('; ') || '–'}</span>
}

const AuditCard = ({ row }: { row: AuditRow }) => (
  <div className={classes.card}>
    <Text fw={600} size="sm">
      {eventLabel(row.event)}
    </Text>
    <Text size="sm" className={classes.words}>
      {row.actorname ?? (row.actorid === null ? 'Tanpa sesi' : `#${row.actorid}`)} · {subjectLabel(row)}
    </Text>
    <Text size="sm" c="dimmed">
      {wib(row.createat)}
    </Text>
  </div>
)

// — Audit detail

/** All data of one audit event. */
function AuditDetail({ row }: { row: AuditRow }) {
  const { actorid, actorname, sessionid, address, reason, createat } = row
  const page = subjectLinkOf(row)
  const words = subjectLabel(row)
  return (
    <div className={classes.detail}>
      <Facts
        facts={[
          { label: 'Waktu', value: wib(createat) },
          { label: 'Oleh', value: actorid === null ? 'Tanpa sesi' : <MemberLink id={actorid} name={actorname} /> },
          {
            label: 'Tentang',
            value: page ? (
              <Link {...page} className={link.link}>
                {words}
              </Link>
            ) : (
              words
            ),
          },
          { label: 'Alasan', value: reason },
          { label: 'Alamat IP', value: address },
          { label: 'Sesi', value: sessionid?.toString() },
        ]}
      />
      <Changed row={row} />
    </div>
  )
}

const MemberLink = ({ id, name }: { id: bigint; name: string | null }) => (
  <Link {...memberLinkOf(id.toString())} className={link.link}>
    {name ?? 'Member'} (#{id.toString()})
  </Link>
)

/** The facts of the event: with the values before and after if values were replaced. */
function Changed({ row }: { row: AuditRow }) {
  const facts = changedFactsOf(row)
  if (facts.length === 0) return null
  const replaced = row.before !== null
  return (
    <section aria-label="Perubahan">
      <Text size="sm" fw={650}>
        {replaced ? 'Sebelum → sesudah' : 'Isi'}
      </Text>
      <Facts facts={facts.map(({ label, before, after }) => ({ label, value: replaced ? `${before ?? '–'} → ${after ?? '–'}` : after }))} />
    </section>
  )
}

// — Audit filters

interface FilterProps {
  filters: AuditFilters
  /** The name of the filtered actor, if a row of the list contains it. */
  actorName: string | undefined
  onFilter: (change: AuditFilters) => void
}

interface Choice {
  value: string
  label: string
}
/** Compares two choices by their label, in the alphabetical order of Indonesian. */
const byWord = (one: Choice, other: Choice) => one.label.localeCompare(other.label, 'id')

const eventChoices = auditEventNames.map((value) => ({ value, label: eventLabel(value) })).sort(byWord)
const kindChoices = [allChoice('hal'), ...auditSubjects.map((value) => ({ value, label: subjectKindLabel(value) })).sort(byWord)]

function AuditFilterBar({ filters, actorName, onFilter }: FilterProps) {
  return (
    <>
      <Select
        size="sm"
        aria-label="Kejadian"
        placeholder="Semua kejadian"
        data={eventChoices}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Semua kejadian' }}
        nothingFoundMessage="Tidak ada kejadian seperti itu"
        value={filters.event ?? null}
        onChange={(event) => onFilter({ event: (event ?? undefined) as AuditFilters['event'] })}
      />
      <ChoiceFilter
        label="Tentang"
        value={filters.subjectkind}
        choices={kindChoices}
        // Different kinds of subjects can have the same id, so the id is cleared when the kind changes.
        onChoose={(subjectkind) => onFilter({ subjectkind, subject: undefined })}
      />
      {filters.subjectkind && (
        <SubjectField
          key={`${filters.subjectkind} ${filters.subject}`}
          subject={filters.subject ?? ''}
          onSubject={(subject) => onFilter({ subject })}
        />
      )}
      {filters.actorid && (
        <Button
          size="sm"
          variant="default"
          rightSection={<IconX size={16} aria-hidden />}
          onClick={() => onFilter({ actorid: undefined })}
          aria-label="Semua pelaku"
        >
          Oleh {actorName ?? `#${filters.actorid}`}
        </Button>
      )}
      <DayRange awal={filters.awal ?? ''} akhir={filters.akhir ?? ''} onRange={onFilter} />
    </>
  )
}

/** The field for the id of the subject. The filter is applied when the member has finished the input. */
function SubjectField({ subject, onSubject }: { subject: string; onSubject: (subject: string | undefined) => void }) {
  const [typed, setTyped] = useState(subject)
  const done = () => {
    if (typed.trim() !== subject) onSubject(typed.trim() || undefined)
  }
  return (
    <TextInput
      size="sm"
      aria-label="ID atau nama"
      placeholder="ID atau nama"
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={done}
      onKeyDown={(event) => event.key === 'Enter' && done()}
    />
  )
}
