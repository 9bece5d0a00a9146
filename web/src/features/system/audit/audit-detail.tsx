import { wib } from '@lapak/contract/shared/time-text'
import type { AuditRow } from '@lapak/contract/system/audit'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from '#features/system/audit/audit-list.module.css'
import { factsOf } from '#features/system/audit/fact-labels.ts'
import { pageOfMember, pageOfSubject, subjectWord } from '#features/system/audit/subject-labels.ts'
import { Facts } from '#ui/facts.tsx'
import link from '#ui/text-link.module.css'

/** All that is kept of one event. */
export function AuditDetail({ row }: { row: AuditRow }) {
  const { actorid, actorname, sessionid, address, reason, createat } = row
  const page = pageOfSubject(row)
  const words = subjectWord(row)
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
  <Link {...pageOfMember(id.toString())} className={link.link}>
    {name ?? 'Member'} (#{id.toString()})
  </Link>
)

/** Before and after where something was replaced; else what it was about. */
function Changed({ row }: { row: AuditRow }) {
  const facts = factsOf(row)
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
