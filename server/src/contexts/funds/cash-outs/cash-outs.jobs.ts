import { dotted } from '@lapak/contract/shared/money'
import { z } from 'zod'
import { settleDebt } from '#contexts/funds/debts/debts.ts'
import { closeMember, reopenMember } from '#contexts/members/members/members.ts'
import { type Audit, systemActor } from '#contexts/system/audit/audit.ts'
import { notifyAdmins } from '#contexts/system/notifications/notifications.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Database, Tx } from '#db/db.ts'
import { idInJob, type Job, whenAsked } from '#jobs/jobs.ts'
import { lockWallets } from '#ledger/balance.ts'
import { moneyInShutAccount } from '#ledger/post.ts'
import { reopenedEmail } from './emails.ts'
import { hasUnderWay } from './under-way.ts'

const paid = z.object({ id: idInJob })

/** After a member that leaves was paid. Not with the payment, which holds wallets, while members are held before wallets. */
export const closeAccount: Job<typeof paid> = { name: 'close-account', payload: paid }

/** Queued by the version before this one. It may go with the next version. */
const reopenAccount: Job<typeof paid> = { name: 'reopen-account', payload: paid }

export interface CashOutJobsContext {
  db: Database
  audit: Audit
  outbox: Pick<Outbox, 'mail'>
  endSessions(tx: Tx, memberId: bigint): Promise<void>
  /** What a member kept about others goes with it. */
  forgetFavourites(tx: Tx, memberId: bigint): Promise<void>
}

export const cashOutJobs = (context: CashOutJobsContext) => [
  whenAsked(closeAccount, ({ id }) => close(context, id)),
  whenAsked(moneyInShutAccount, (payload) => seeTo(context, payload)),
  whenAsked(reopenAccount, ({ id }) => seeToReturned(context, id)),
]

/** Whoever got money meanwhile, owes some, or has something under way, keeps its account; the audit says so. */
async function close({ db, audit, endSessions, forgetFavourites }: CashOutJobsContext, id: bigint): Promise<void> {
  await db.transaction(async (tx) => {
    const { member_id, state } = await holdMemberOf(tx, id)
    // Sent back by the bank before this came.
    if (state !== 2) return
    const { owed } = await settleDebt(tx, audit, member_id, 'account_shut')
    const balance = (await lockWallets(tx, [member_id])).get(member_id)
    const left = balance === 0n && owed === 0n && !(await hasUnderWay(tx, member_id))
    const after = { cashout: id }
    if (!left) return audit.note(tx, { event: 'account.kept_open', by: systemActor, subject: member_id, after })
    if (!(await closeMember(tx, member_id))) return
    await tx.updateTable('cash_out').set({ closed_account_at: new Date() }).where('id', '=', id).execute()
    await endSessions(tx, member_id)
    await forgetFavourites(tx, member_id)
    await audit.note(tx, { event: 'account.closed', by: systemActor, subject: member_id, after })
  })
}

async function seeToReturned(context: CashOutJobsContext, id: bigint): Promise<void> {
  const { member_id } = await context.db.read.selectFrom('cash_out').select('member_id').where('id', '=', id).executeTakeFirstOrThrow()
  await seeTo(context, { member: member_id, event: 'cash_out.returned', reference: id })
}

type CameIn = z.output<NonNullable<(typeof moneyInShutAccount)['payload']>>

/**
 * What is owed is paid first, as it was when the account was shut. Who had left has its account again, with the money that is left in it. Who is blocked has it when it is let in again,
 * and administrators see it until then.
 */
async function seeTo({ db, audit, outbox }: CashOutJobsContext, { member: id, event, reference }: CameIn): Promise<void> {
  await db.transaction(async (tx) => {
    const { status, email, name } = await holdMember(tx, id)
    if (status > 0) return
    await settleDebt(tx, audit, id, 'account_shut')
    const balance = (await lockWallets(tx, [id])).get(id) ?? 0n
    if (balance === 0n) return
    const closing = tx.selectFrom('cash_out').select('id').where('member_id', '=', id).where('closed_account_at', 'is not', null)
    if ((await closing.executeTakeFirst()) && (await reopenMember(tx, id))) {
      const after = event === 'cash_out.returned' ? { cashout: reference } : { event, reference }
      await audit.note(tx, { event: 'account.reopened', by: systemActor, subject: id, after })
      return outbox.mail(tx, { memberId: id, email }, reopenedEmail(balance))
    }
    await audit.note(tx, { event: 'account.money_held', by: systemActor, subject: id, after: { event, reference, balance } })
    notifyAdmins(tx, {
      kind: 'waiting',
      key: `shut ${id} holds money`,
      title: 'Uang masuk ke akun tertutup',
      text: `Saldo ${name}, yang akunnya diblokir atau ditutup, Rp ${dotted(balance)}.`,
      link: '/account',
    })
  })
}

async function holdMemberOf(tx: Tx, id: bigint) {
  const { member_id } = await tx.selectFrom('cash_out').select('member_id').where('id', '=', id).executeTakeFirstOrThrow()
  await holdMember(tx, member_id)
  // As whoever sends it back does, before what its member owes.
  return tx.selectFrom('cash_out').select(['member_id', 'state']).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Members are held before wallets, and first of all: what one asks for at this moment is there or comes too late. */
async function holdMember(tx: Tx, id: bigint) {
  await lockCache(tx)
  return tx.selectFrom('member').select(['status', 'email', 'name']).where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}
