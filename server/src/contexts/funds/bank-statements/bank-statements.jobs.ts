import { sql } from 'kysely'
import { z } from 'zod'
import { cronJob, enqueue, idInJob, type Job, onDemandJob } from '#jobs/jobs.ts'
import type { Log } from '#shared/log.ts'
import { erasePayers } from './erase-payers.ts'
import { type MatchDeps, matchAgain, matchReversal, matchRow, payConfirmed } from './match.ts'

/**
 * Matches stored rows, each in a transaction of its own. After a large file it may take minutes. Two concurrent runs are harmless, because each row
 * is matched only once. So if a process dies, other runs need not wait until its lock expires.
 */
export const matchStatementsJob: Job<z.ZodType> = { name: 'match-statements', payload: z.object({}), serial: true, isShort: true }

/** Rows that only a file had reported until a feed delivered them, too. */
const confirmed = z.object({ rows: z.array(idInJob) })
export const matchConfirmedJob: Job<typeof confirmed> = { name: 'match-confirmed', payload: confirmed, isShort: true }

/** Stored rows of money out that a source has reported as reversals since they were stored, or that may be the same as another row. */
const reversed = z.object({ rows: z.array(idInJob) })
export const matchReversalsJob: Job<typeof reversed> = { name: 'match-reversals', payload: reversed, isShort: true }

/** Matches unexplained rows again. Only one run executes at a time. A request that arrives while a run is queued is merged into that run. */
const matchUnclassifiedJob: Job<z.ZodType> = { name: 'match-unclassified', payload: z.object({}), serial: true, batchSeconds: 1 }

export interface MatchJobsDeps extends MatchDeps {
  log: Log
}

export const bankStatementJobs = (deps: MatchJobsDeps) => [
  onDemandJob(matchStatementsJob, () => matchNew(deps)),
  onDemandJob(matchConfirmedJob, ({ rows }) => each(deps, rows, payConfirmed)),
  onDemandJob(matchReversalsJob, ({ rows }) => each(deps, rows, matchReversal)),
  onDemandJob(matchUnclassifiedJob, () => rematchStatements(deps)),
  cronJob({
    name: 'rematch-statements',
    cron: '*/15 * * * *',
    run: () => deps.db.transaction((tx) => enqueue(tx, matchUnclassifiedJob, {})),
  }),
  cronJob({
    name: 'erase-payers',
    cron: '38 3 * * *',
    run: () => erasePayers(deps.db, deps.settings.get('statements.keptDays')),
  }),
]

const batchSize = 200

/** Returns the next rows after this id, the oldest first. */
type RowsAfter = (last: bigint) => Promise<{ id: bigint }[]>

const matchNew = (deps: MatchJobsDeps): Promise<void> =>
  inBatches(deps, matchRow, (last) =>
    deps.db.read
      .selectFrom('bank_statement')
      .select('id')
      .where('why', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute(),
  )

async function inBatches(deps: MatchJobsDeps, look: Look, rowsAfter: RowsAfter): Promise<void> {
  let failed = 0
  for (let rows = await rowsAfter(0n); rows.length > 0; rows = await rowsAfter(rows.at(-1)?.id ?? 0n))
    failed += await failures(
      deps,
      rows.map(({ id }) => id),
      look,
    )
  refuse(failed)
}

type Look = (deps: MatchDeps, id: bigint) => Promise<void>

/** An error in one row does not stop the matching of the other rows. Returns the number of rows that failed. */
async function failures(deps: MatchJobsDeps, ids: readonly bigint[], look: Look): Promise<number> {
  let failed = 0
  for (const id of ids)
    await look(deps, id).catch((error: unknown) => {
      failed += 1
      deps.log.error({ err: error, statement: String(id) }, 'matching a bank statement row failed')
    })
  return failed
}

const each = async (deps: MatchJobsDeps, ids: readonly bigint[], look: Look): Promise<void> => refuse(await failures(deps, ids, look))

/** Throws, so that the job is retried for the failed rows. */
function refuse(failed: number): void {
  if (failed > 0) throw new Error(`${failed} bank statement rows could not be matched`)
}

const lookBackDays = 7

/**
 * Matches these rows again: money out; money into an account that has become the platform's own, or whose note waited for a second administrator; and
 * suspense money with the sum of a cash transfer between the platform's accounts. Rows with sen and rows older than the first ticket are never matched again.
 */
const rematchStatements = (deps: MatchJobsDeps): Promise<void> =>
  inBatches(deps, matchAgain, async (last) => {
    const { rows } = await sql<{ id: bigint }>`
      select row.id
      from bank_statement row
      join payment_method method on method.cash_code = row.bank_code and method.channel = 'transfer'
      where row.id > ${last}
        and row.why is not null and row.explained_by is null and row.maybe_same_as is null
        and (row.explained = 'new' or row.explained = 'unmatched' and exists (
          select from cash_transfer where to_code = row.bank_code and cash_transfer.amount = row.amount and cash_transfer.created_at > now() - ${2 * lookBackDays} * interval '1 day'))
        and row.happened_at > now() - ${lookBackDays} * interval '1 day'
        and row.happened_at > (select min(created_at) from top_up) - interval '1 day'
        and row.amount = trunc(row.amount)
        and ltrim(row.account_no, '0') in ('', ltrim(regexp_replace(method.account_no, '\\D', '', 'g'), '0'))
      order by row.id limit ${batchSize}`.execute(deps.db.read)
    return rows
  })
