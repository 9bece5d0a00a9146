import { sql } from 'kysely'
import { z } from 'zod'
import { enqueue, idInJob, type Job, periodically, whenAsked } from '#jobs/jobs.ts'
import type { Log } from '#shared/log.ts'
import { forgetPayers } from './forget.ts'
import { type MatchDeps, matchAgain, matchRow, payConfirmed } from './match.ts'

/**
 * Rows that were stored are looked at, one by one and each in a transaction of its own. It may take minutes after a large file, and two at
 * once are harmless, since a row is looked at once; a process that died with it holds up no other for hours.
 */
export const matchStatements: Job<z.ZodType> = { name: 'match-statements', payload: z.object({}), oneByOne: true, takesSeconds: true }

/** Rows that a file told first, and now a feed. */
const confirmed = z.object({ rows: z.array(idInJob) })
export const matchConfirmed: Job<typeof confirmed> = { name: 'match-confirmed', payload: confirmed, takesSeconds: true }

/** Rows that nobody could explain, looked at again: one look at a time, and who asks while one waits asks for the same. */
const matchUnexplained = { name: 'match-unexplained', payload: z.object({}), oneByOne: true, batchSeconds: 1 }

export interface MatchJobsDeps extends MatchDeps {
  log: Log
}

export const bankStatementJobs = (deps: MatchJobsDeps) => [
  whenAsked(matchStatements, () => matchNew(deps)),
  whenAsked(matchConfirmed, ({ rows }) => each(deps, rows, payConfirmed)),
  whenAsked(matchUnexplained, () => lookAgain(deps)),
  periodically({
    name: 'match-statements-again',
    at: '*/15 * * * *',
    work: () => deps.db.transaction((tx) => enqueue(tx, matchUnexplained, {})),
  }),
  periodically({
    name: 'forget-payers',
    at: '38 3 * * *',
    work: () => forgetPayers(deps.db, deps.settings.get('statements.keptDays')),
  }),
]

const portion = 200

/** The next rows to look at after one of them, the oldest first. */
type RowsAfter = (last: bigint) => Promise<{ id: bigint }[]>

const matchNew = (deps: MatchJobsDeps): Promise<void> =>
  inPortions(deps, matchRow, (last) =>
    deps.db.read
      .selectFrom('bank_statement')
      .select('id')
      .where('why', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(portion)
      .execute(),
  )

async function inPortions(deps: MatchJobsDeps, look: Look, rowsAfter: RowsAfter): Promise<void> {
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

/** One row that cannot be matched keeps none of the others from it. */
async function failures(deps: MatchJobsDeps, ids: readonly bigint[], look: Look): Promise<number> {
  let failed = 0
  for (const id of ids)
    await look(deps, id).catch((error: unknown) => {
      failed += 1
      deps.log.error({ err: error, statement: String(id) }, 'a row of a bank statement could not be matched')
    })
  return failed
}

const each = async (deps: MatchJobsDeps, ids: readonly bigint[], look: Look): Promise<void> => refuse(await failures(deps, ids, look))

/** The job is tried again for their sake. */
function refuse(failed: number): void {
  if (failed > 0) throw new Error(`${failed} rows of bank statements could not be matched`)
}

const lookBackDays = 7

/** What left, what came to an account that is ours by now, and what waits of just the sum of a transfer of ours; sen and what is older than the first ticket stay what they are. */
const lookAgain = (deps: MatchJobsDeps): Promise<void> =>
  inPortions(deps, matchAgain, async (last) => {
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
      order by row.id limit ${portion}`.execute(deps.db.read)
    return rows
  })
