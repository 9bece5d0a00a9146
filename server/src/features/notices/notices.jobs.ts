import { noticeKind, noticeKindNames } from '@lapak/contract/notices'
import { sql } from 'kysely'
import type { Database } from '#core/db.ts'
import { periodically } from '#core/jobs.ts'

interface NoticeJobsContext {
  db: Database
  settings: { get(name: 'notices.keptDays'): number }
}

export const noticeJobs = ({ db, settings }: NoticeJobsContext) => [
  periodically({ name: 'sweep-notices', at: '47 3 * * *', work: () => sweepNotices(db, settings.get('notices.keptDays')) }),
]

/** What is about security and money can be read for a year, however short the rest is kept. */
const requiredDaysMin = 365

const portion = 5_000

/** By kind and age alone: however much is told of one matter, nothing else goes for it. What is being told again at this moment stays. */
async function sweepNotices(db: Database, keptDays: number): Promise<void> {
  for (const kind of noticeKindNames) {
    const days = noticeKind(kind).required ? Math.max(keptDays, requiredDaysMin) : keptDays
    const old = sql`kind = ${kind} and told_at < now() - ${days} * interval '1 day'`
    for (let swept = portion; swept === portion; ) {
      const { numAffectedRows } = await db.transaction((tx) =>
        // Materialized, or a plan may ask for a portion per row, and so take all in one transaction.
        sql`
          with portion as materialized (
            select member_id, seq from notice where ${old} order by told_at limit ${portion} for update skip locked
          )
          delete from notice using portion where notice.member_id = portion.member_id and notice.seq = portion.seq`.execute(tx),
      )
      swept = Number(numAffectedRows ?? 0)
    }
  }
}
