import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'

export interface JobBacklog {
  due: bigint
  oldest: Date | null
  /** Number of jobs that failed on the last attempt. */
  failed: bigint
}

/** Jobs that are due but not running. */
export async function jobBacklog(read: Reader): Promise<JobBacklog> {
  const { rows } = await sql<JobBacklog>`
    select count(*) filter (where waits) as due, min(run_at) filter (where waits) as oldest, count(*) filter (where attempts >= max_attempts) as failed
    from (select *, locked_at is null and run_at < now() and attempts < max_attempts as waits from graphile_worker.jobs) job`.execute(read)
  return rows[0] ?? { due: 0n, oldest: null, failed: 0n }
}
