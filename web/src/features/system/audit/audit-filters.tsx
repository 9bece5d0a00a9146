import { auditEventNames, auditSubjects } from '@lapak/contract/system/audit'
import { Button, Select, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { AuditFilters } from '#features/system/audit/audit.api.ts'
import { eventWord } from '#features/system/audit/event-labels.ts'
import { kindWord } from '#features/system/audit/subject-labels.ts'
import { allOf, ChoiceFilter } from '#ui/choice-filter.tsx'
import { DayRange } from '#ui/day-range.tsx'

interface FilterProps {
  filters: AuditFilters
  /** Of whom only this is shown, where the list knows it. */
  actorName: string | undefined
  onFilter: (change: AuditFilters) => void
}

interface Choice {
  value: string
  label: string
}
/** As people look for them. */
const byWord = (one: Choice, other: Choice) => one.label.localeCompare(other.label, 'id')

const eventChoices = auditEventNames.map((value) => ({ value, label: eventWord(value) })).sort(byWord)
const kindChoices = [allOf('hal'), ...auditSubjects.map((value) => ({ value, label: kindWord(value) })).sort(byWord)]

export function AuditFilterBar({ filters, actorName, onFilter }: FilterProps) {
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
        // A number belongs to its kind.
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

/** Which one it is, as the list names it; looked for when it is written. */
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
