import { z } from 'zod'
import type { Database, Tx } from '#core/db.ts'
import { idInJob, type Job, whenAsked } from '#core/jobs.ts'
import { lockMirror } from '#core/mirror-lock.ts'
import { lockWallets } from '#ledger/balance.ts'
import { type Audit, nobody } from '../audit/audit.ts'
import { closeMember, reopenMember } from '../members/members.ts'
import { hasUnderWay } from './under-way.ts'

const paid = z.object({ id: idInJob })

/** After a member that leaves was paid. Not with the payment, which holds wallets, while members are held before wallets. */
export const closeAccount: Job<typeof paid> = { name: 'close-account', payload: paid }

/** After its bank sent back what it had been paid. */
export const reopenAccount: Job<typeof paid> = { name: 'reopen-account', payload: paid }

export interface CashOutJobsContext {
  db: Database
  audit: Audit
  endSessions(tx: Tx, memberId: bigint): Promise<void>
  /** What a member kept about others goes with it. */
  forgetFavourites(tx: Tx, memberId: bigint): Promise<void>
}

export const cashOutJobs = (context: CashOutJobsContext) => [
  whenAsked(closeAccount, ({ id }) => close(context, id)),
  whenAsked(reopenAccount, ({ id }) => reopen(context, id)),
]

/** Whoever got money meanwhile, or has something under way, keeps its account; the audit says so. */
async function close({ db, audit, endSessions, forgetFavourites }: CashOutJobsContext, id: bigint): Promise<void> {
  await db.transaction(async (tx) => {
    const { member_id, state } = await holdMemberOf(tx, id)
    // Sent back by the bank before this came.
    if (state !== 2) return
    const balance = (await lockWallets(tx, [member_id])).get(member_id)
    const left = balance === 0n && !(await hasUnderWay(tx, member_id))
    const after = { cashout: id }
    if (!left) return audit.note(tx, { event: 'account.kept_open', by: nobody, subject: member_id, after })
    if (!(await closeMember(tx, member_id))) return
    await tx.updateTable('cash_out').set({ closed_account_at: new Date() }).where('id', '=', id).execute()
    await endSessions(tx, member_id)
    await forgetFavourites(tx, member_id)
    await audit.note(tx, { event: 'account.closed', by: nobody, subject: member_id, after })
  })
}

/** Whose account this request closed has it again. That the bank has sent it back stays so. */
async function reopen({ db, audit }: CashOutJobsContext, id: bigint): Promise<void> {
  await db.transaction(async (tx) => {
    const { member_id, closed_account_at } = await holdMemberOf(tx, id)
    if (closed_account_at === null || !(await reopenMember(tx, member_id))) return
    await audit.note(tx, { event: 'account.reopened', by: nobody, subject: member_id, after: { cashout: id } })
  })
}

/** Members are held before wallets, and first of all: what one asks for at this moment is there or comes too late. */
async function holdMemberOf(tx: Tx, id: bigint) {
  await lockMirror(tx)
  const { member_id } = await tx.selectFrom('cash_out').select('member_id').where('id', '=', id).executeTakeFirstOrThrow()
  await tx.selectFrom('member').select('id').where('id', '=', member_id).forNoKeyUpdate().executeTakeFirstOrThrow()
  return tx.selectFrom('cash_out').select(['member_id', 'state', 'closed_account_at']).where('id', '=', id).executeTakeFirstOrThrow()
}
