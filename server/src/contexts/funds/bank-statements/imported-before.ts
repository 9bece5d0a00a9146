import type { Explanation, MoneyOwner } from '@lapak/contract/funds/bank-statements'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Administrator } from '#contexts/system/approvals/approvals.ts'
import type { Database } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'

interface OutcomeDeps {
  db: Database
  installation: string
}

/** The stored decision about a row or about suspense money, and who made it. */
interface Became {
  explained: Explanation
  about: bigint | null
  /** The member of the ticket that got the money. */
  owner: bigint | null
  by: bigint | null
  byName: string | null
  reason: string | null
}

/** The administrator's command, which is compared with the stored decision. */
interface Decision {
  by: Administrator
  reason: string
}

/**
 * Makes a command idempotent: an administrator who did not get the answer may repeat the command and gets the same answer. A different command is
 * refused, and the refusal shows the earlier decision.
 */
export async function unlessImportedBefore<Answer>(
  act: () => Promise<Answer>,
  { deps, look, isSameDecision }: { deps: OutcomeDeps; look: () => Promise<Became | null>; isSameDecision: (became: Became) => boolean },
): Promise<Answer | 'done'> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'statement.taken') throw error
    const became = await look()
    if (became === null) throw error
    if (isSameDecision(became)) return 'done'
    throw new Refusal('statement.taken', { became: words(deps, became) })
  }
}

const isWord = ({ by, reason }: Decision, became: Became) => became.by === by.memberId && became.reason === reason

export const wasGiven =
  (owner: MoneyOwner, decision: Decision) =>
  (became: Became): boolean =>
    became.explained === 'deposit' &&
    isWord(decision, became) &&
    ('ticketid' in owner ? became.about === owner.ticketid : became.owner === owner.memberid)

export const wasExplained =
  (kind: Explanation, reference: bigint | undefined, decision: Decision) =>
  (became: Became): boolean =>
    became.explained === kind && became.about === (reference ?? null) && isWord(decision, became)

/** The decision about a row; null while there is none. */
export async function rowBecame({ db }: OutcomeDeps, id: bigint): Promise<Became | null> {
  const row = await db.read
    .selectFrom('bank_statement as row')
    .leftJoin('member', 'member.id', 'row.explained_by')
    .select(['row.explained', 'row.explained_id', 'row.explained_by', 'row.why', 'member.name'])
    .where('row.id', '=', id)
    .where('row.explained_at', 'is not', null)
    .executeTakeFirst()
  if (!row) return null
  const { explained_id: about, explained_by: by, why: reason, name: byName } = row
  return { explained: row.explained as Explanation, about, owner: null, by, byName, reason }
}

/** The decision about suspense money, selected by its own number, even if the row of the money was decided again later. */
export async function moneyBecame({ db }: OutcomeDeps, id: bigint): Promise<Became | null> {
  const money = await db.read
    .selectFrom('suspense_item as money')
    .leftJoin('top_up', 'top_up.id', 'money.top_up_id')
    .leftJoin('bank_statement as row', 'row.id', 'money.statement_id')
    .leftJoin('member', 'member.id', 'money.closed_by')
    .select(['money.closed_how', 'money.top_up_id', 'money.closed_by', 'money.reason', 'top_up.member_id', 'member.name'])
    .select(['row.explained', 'row.explained_id'])
    .where('money.id', '=', id)
    .where('money.closed_how', 'in', ['assigned', 'explained'])
    .executeTakeFirst()
  if (!money) return null
  const { top_up_id, member_id: owner, closed_by: by, name: byName, reason } = money
  if (money.closed_how === 'assigned') return { explained: 'deposit', about: top_up_id, owner, by, byName, reason }
  const explained = (money.explained ?? 'noted') as Explanation
  return { explained, about: money.explained_id, owner: null, by, byName, reason }
}

function words({ installation }: OutcomeDeps, { explained, about, byName }: Became): string {
  const labels: Partial<Record<Explanation, string>> = {
    deposit: `tiket ${about === null ? '' : invoiceOf(installation, about)}`,
    cash_out: `penarikan ${about}`,
    cash_transfer: `transfer kas ${about}`,
    correction: `koreksi ${about}`,
    noted: 'bukan uang kita',
  }
  return `: ${labels[explained]}${byName === null ? '' : `, oleh ${byName}`}`
}
