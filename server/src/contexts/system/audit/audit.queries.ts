import type { AuditEventName, AuditQuery, AuditRow } from '@lapak/contract/system/audit'
import type { Reader } from '#db/db.ts'
import { countOf, onePage } from '#http/paging.ts'
import { jakartaRange } from '#shared/clock.ts'

export async function listAudit(read: Reader, query: AuditQuery): Promise<{ content: AuditRow[]; totalElements: number }> {
  const { event, actorid, subjectkind, subject, memberid, awal, akhir } = query
  const { from, until } = jakartaRange(awal, akhir)
  const found = read
    .selectFrom('audit')
    .$if(event !== undefined, (rows) => rows.where('audit.event', '=', event ?? ''))
    .$if(actorid !== undefined, (rows) => rows.where('audit.actor_id', '=', actorid ?? null))
    .$if(subjectkind !== undefined, (rows) => rows.where('audit.subject_kind', '=', subjectkind ?? ''))
    .$if(subject !== undefined, (rows) => rows.where('audit.subject', '=', subject ?? ''))
    .$if(memberid !== undefined, (rows) =>
      rows.where((where) =>
        where.or([
          where('audit.actor_id', '=', memberid ?? null),
          where.and([where('audit.subject_kind', '=', 'member'), where('audit.subject', '=', String(memberid))]),
        ]),
      ),
    )
    .$if(from !== undefined, (rows) => rows.where('audit.at', '>=', from ?? new Date(0)))
    .$if(until !== undefined, (rows) => rows.where('audit.at', '<', until ?? new Date(0)))
  const shown = found
    .leftJoin('member', 'member.id', 'audit.actor_id')
    .select([
      'audit.id',
      'audit.at as createat',
      'audit.event',
      'audit.actor_id as actorid',
      'member.name as actorname',
      'audit.session_id as sessionid',
      'audit.address',
      'audit.subject_kind as subjectkind',
      'audit.subject',
      'audit.before',
      'audit.after',
      'audit.reason',
    ])
  const content = await onePage(shown, query, 'audit.at', 'audit.id').execute()
  return {
    content: content.map((row) => ({
      ...row,
      event: row.event as AuditEventName,
      before: row.before as AuditRow['before'],
      after: row.after as AuditRow['after'],
    })),
    totalElements: await countOf(found),
  }
}
