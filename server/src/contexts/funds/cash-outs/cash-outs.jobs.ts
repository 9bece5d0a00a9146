import { dotted } from '@lapak/contract/shared/money'
import { z } from 'zod'
import { settleDebt } from '#contexts/funds/debts/debts.ts'
import { closeMember, reopenMember } from '#contexts/members/members/members.ts'
import { type Audit, systemActor } from '#contexts/system/audit/audit.ts'
import { notifyAdmins } from '#contexts/system/notifications/notifications.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Database, Tx } from '#db/db.ts'
import { idInJob, type Job, onDemandJob } from '#jobs/jobs.ts'
import { lockWallets } from '#ledger/balance.ts'
import { moneyInClosedAccountJob } from '#ledger/post.ts'
import { reopenedEmail } from './emails.ts'
import { hasPendingTransactions } from './pending-transactions.ts'

const paid = z.object({ id: idInJob })

/**
 * Closes the account of a leaving member after its cash-out was paid. It is a job of its own, because members must be locked before wallets, and the
 * payment has already locked the wallet.
 */
export const closeAccountJob: Job<typeof paid> = { name: 'close-account', payload: paid }

/** The previous version enqueued this job, so the next version can remove it. */
const reopenAccountJob: Job<typeof paid> = { name: 'reopen-account', payload: paid }

export interface CashOutJobsContext {
  db: Database
  audit: Audit
  outbox: Pick<Outbox, 'sendEmail'>
  endSessions(tx: Tx, memberId: bigint): Promise<void>
  /** Deletes the favourites of the member together with the account. */
  deleteFavourites(tx: Tx, memberId: bigint): Promise<void>
}

export const cashOutJobs = (context: CashOutJobsContext) => [
  onDemandJob(closeAccountJob, ({ id }) => closeMemberAccount(context, id)),
  onDemandJob(moneyInClosedAccountJob, (payload) => handleMoneyInClosedAccount(context, payload)),
  onDemandJob(reopenAccountJob, ({ id }) => handleReturnedCashOut(context, id)),
]

/** Closes the account. If the member received money, owes money or has anything pending, the account stays open, and that is audited. */
async function closeMemberAccount({ db, audit, endSessions, deleteFavourites }: CashOutJobsContext, id: bigint): Promise<void> {
  await db.transaction(async (tx) => {
    const { member_id, state } = await lockMemberOf(tx, id)
    // The bank returned the money before this job ran, so the account stays open.
    if (state !== 2) return
    const { owed } = await settleDebt(tx, audit, member_id, 'account_shut')
    const balance = (await lockWallets(tx, [member_id])).get(member_id)
    const left = balance === 0n && owed === 0n && !(await hasPendingTransactions(tx, member_id))
    const after = { cashout: id }
    if (!left) return audit.record(tx, { event: 'account.kept_open', by: systemActor, subject: member_id, after })
    if (!(await closeMember(tx, member_id))) return
    await tx.updateTable('cash_out').set({ closed_account_at: new Date() }).where('id', '=', id).execute()
    await endSessions(tx, member_id)
    await deleteFavourites(tx, member_id)
    await audit.record(tx, { event: 'account.closed', by: systemActor, subject: member_id, after })
  })
}

async function handleReturnedCashOut(context: CashOutJobsContext, id: bigint): Promise<void> {
  const { member_id } = await context.db.read.selectFrom('cash_out').select('member_id').where('id', '=', id).executeTakeFirstOrThrow()
  await handleMoneyInClosedAccount(context, { member: member_id, event: 'cash_out.returned', reference: id })
}

type MoneyInClosedAccount = z.output<NonNullable<(typeof moneyInClosedAccountJob)['payload']>>

/**
 * Handles money that came into a shut account. The member's debt is paid first. If money remains and the account was closed on its owner's request,
 * the account is reopened. A blocked member gets the money when the account is unblocked; until then administrators see it.
 */
async function handleMoneyInClosedAccount(
  { db, audit, outbox }: CashOutJobsContext,
  { member: id, event, reference }: MoneyInClosedAccount,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { status, email, name } = await lockMember(tx, id)
    if (status > 0) return
    await settleDebt(tx, audit, id, 'account_shut')
    const balance = (await lockWallets(tx, [id])).get(id) ?? 0n
    if (balance === 0n) return
    const closing = tx.selectFrom('cash_out').select('id').where('member_id', '=', id).where('closed_account_at', 'is not', null)
    if ((await closing.executeTakeFirst()) && (await reopenMember(tx, id))) {
      const after = event === 'cash_out.returned' ? { cashout: reference } : { event, reference }
      await audit.record(tx, { event: 'account.reopened', by: systemActor, subject: id, after })
      return outbox.sendEmail(tx, { memberId: id, email }, reopenedEmail(balance))
    }
    await audit.record(tx, { event: 'account.money_held', by: systemActor, subject: id, after: { event, reference, balance } })
    notifyAdmins(tx, {
      kind: 'waiting',
      key: `shut ${id} holds money`,
      title: 'Uang masuk ke akun tertutup',
      text: `Saldo ${name}, yang akunnya diblokir atau ditutup, Rp ${dotted(balance)}.`,
      link: '/account',
    })
  })
}

async function lockMemberOf(tx: Tx, id: bigint) {
  const { member_id } = await tx.selectFrom('cash_out').select('member_id').where('id', '=', id).executeTakeFirstOrThrow()
  await lockMember(tx, member_id)
  // Locks the cash-out before the member's debt, in the same order as for a cash-out that the bank returned.
  return tx.selectFrom('cash_out').select(['member_id', 'state']).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Locks the member before any wallet. A concurrent request of the member was either committed before this lock or is refused after it. */
async function lockMember(tx: Tx, id: bigint) {
  await lockCache(tx)
  return tx.selectFrom('member').select(['status', 'email', 'name']).where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}
