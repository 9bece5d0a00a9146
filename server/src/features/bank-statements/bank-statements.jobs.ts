import { sql } from 'kysely'
import { z } from 'zod'
import { idInJob, type Job, periodically, whenAsked } from '#core/jobs.ts'
import type { Log } from '#core/log.ts'
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

export interface MatchJobsDeps extends MatchDeps {
  log: Log
}

export const bankStatementJobs = (deps: MatchJobsDeps) => [
  whenAsked(matchStatements, () => matchNew(deps)),
  whenAsked(matchConfirmed, ({ rows }) => each(deps, rows, payConfirmed)),
  periodically({ name: 'match-statements-again', at: '*/15 * * * *', work: () => lookAgain(deps) }),
  periodically({
    name: 'forget-payers',
    at: '38 3 * * *',
    work: () => forgetPayers(deps.db, deps.settings.get('statements.keptDays')),
  }),
]

const portion = 200

async function matchNew(deps: MatchJobsDeps): Promise<void> {
  let last = 0n
  const ids = async () => {
    const rows = await deps.db.read
      .selectFrom('bank_statement')
      .select('id')
      .where('why', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(portion)
      .execute()
    return rows.map(({ id }) => id)
  }
  let failed = 0
  for (let some = await ids(); some.length > 0; some = await ids()) {
    failed += await failures(deps, some, matchRow)
    last = some.at(-1) ?? last
  }
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

/** What left, and what came to an account that is ours by now; sen and what is older than the first ticket stay what they are. */
async function lookAgain(deps: MatchJobsDeps): Promise<void> {
  const { rows } = await sql<{ id: bigint }>`
    select row.id
    from bank_statement row
    join payment_method method on method.cash_code = row.bank_code and method.channel = 'transfer'
    where row.explained = 'new' and row.why is not null and row.explained_by is null and row.maybe_same_as is null
      and row.happened_at > now() - ${lookBackDays} * interval '1 day'
      and row.happened_at > (select min(created_at) from deposit) - interval '1 day'
      and row.amount = trunc(row.amount)
      and ltrim(row.account_no, '0') in ('', ltrim(regexp_replace(method.account_no, '\\D', '', 'g'), '0'))
    order by row.id`.execute(deps.db.read)
  await each(
    deps,
    rows.map(({ id }) => id),
    matchAgain,
  )
}
