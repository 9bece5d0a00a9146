import { type CashOutCase, type cashOutCalls, cashOutCases, cashOutNote } from '@lapak/contract/funds/cash-outs'
import type { PaymentHistory } from '@lapak/contract/funds/wallet'
import { bankCode, bankNames } from '@lapak/contract/shared/banks'
import type { DataOf } from '@lapak/contract/shared/call'
import type { TicketState } from '@lapak/contract/shared/ticket-states'
import { sql } from 'kysely'
import { listBankAccounts } from '#contexts/funds/bank-accounts/bank-accounts.ts'
import { debtOf, settledBy } from '#contexts/funds/debts/debts.ts'
import { cashOutInvoice } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import { hasRole } from '#contexts/members/members/members.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { earnedOf } from '#ledger/seller-days.ts'
import { isOpenAt, minOfCase, type Rules } from './cash-outs.rules.ts'
import { heldBackOf } from './held-back.ts'

export interface CashOutReadDeps {
  db: Database
  settings: Settings
  installation: string
}

export const rulesOf = (settings: Settings): Rules => ({
  min: settings.get('cashOut.min'),
  minRemaining: settings.get('cashOut.minRemaining'),
  fromHour: settings.get('cashOut.fromHour'),
  untilHour: settings.get('cashOut.untilHour'),
  mistakenTransferMin: settings.get('cashOut.mistakenTransferMin'),
  closingMin: settings.get('cashOut.closingMin'),
})

export const requestsIn = (read: Reader) =>
  read
    .selectFrom('cash_out')
    .innerJoin('member', 'member.id', 'cash_out.member_id')
    .selectAll('cash_out')
    .select(['member.name as member_name', 'member.email as member_email'])
    .select(sql<string | null>`case when member.phone_verified_at is not null then member.phone end`.as('proved_phone'))

export type CashOutRow = Awaited<ReturnType<ReturnType<typeof requestsIn>['executeTakeFirstOrThrow']>>

export const requestOf = (read: Reader, id: bigint): Promise<CashOutRow> =>
  requestsIn(read).where('cash_out.id', '=', id).executeTakeFirstOrThrow()

/** The member's own request with this reference, or undefined. `same_account` is null if the request had a different bank account than `id`. */
export const requestNamed = (read: Reader, memberId: bigint, { reffclient, id }: { reffclient: string; id: bigint }) =>
  requestsIn(read)
    .leftJoin('bank_account', (join) =>
      join
        .on('bank_account.id', '=', id)
        .onRef('bank_account.member_id', '=', 'cash_out.member_id')
        .onRef('bank_account.bank_code', '=', 'cash_out.bank_code')
        .onRef('bank_account.account_no', '=', 'cash_out.account_no'),
    )
    .select('bank_account.id as same_account')
    .where('cash_out.member_id', '=', memberId)
    .where('reffclient', '=', reffclient)
    .executeTakeFirst()

/** E-mails and lists are kept for a long time, so they show only the last four digits of the account number. */
export const shownAccount = ({ bank_code, account_no }: { bank_code: string; account_no: string }): string =>
  `${bankNames[bankCode.parse(bank_code)]} ••••${account_no.slice(-4)}`

export const historyOf = (installation: string, row: CashOutRow): PaymentHistory => ({
  id: row.id,
  invoice: cashOutInvoice(installation, row.id),
  paymenthistorydatetime: row.created_at,
  nominal: row.amount,
  credited: null,
  method: bankNames[bankCode.parse(row.bank_code)],
  description: `Penarikan ke ${shownAccount(row)}`,
  approveddescription: row.approved_description,
  endedreason: row.returned_reason ?? row.ended_reason,
  historytipe: 1,
  status: row.state as TicketState,
  updateat: row.updated_at,
  member: { membername: row.member_name },
})

export async function cashOutHistories(read: Reader, installation: string, ids: bigint[]): Promise<PaymentHistory[]> {
  if (ids.length === 0) return []
  const rows = await requestsIn(read).where(sql<boolean>`cash_out.id = any(${ids}::bigint[])`).execute()
  return rows.map((row) => historyOf(installation, row))
}

/** A member may read only its own rules. Every other id gets the same refusal, whether a member with that id exists or not (B-OPEN-08). */
export async function readCashOutRules(
  { db, settings, installation }: CashOutReadDeps,
  caller: Caller,
  memberId: bigint,
): Promise<DataOf<typeof cashOutCalls.bank>> {
  if (memberId !== caller.memberId) throw new Refusal('not_found.member')
  const rules = rulesOf(settings)
  const now = new Date()
  const list = await listBankAccounts({ db, settings }, memberId)
  const open = await requestsIn(db.read).where('cash_out.member_id', '=', memberId).where('state', 'in', [0, 1]).executeTakeFirst()
  const free = await freeOf(db.read, settings, memberId)
  const cases = Object.entries(cashOutCases).map(([kasus, name]) => ({ kasus: Number(kasus) as CashOutCase, name }))
  return {
    ready: list.some(({ payableat }) => payableat <= now),
    list,
    min: rules.min,
    keep: rules.minRemaining,
    from: rules.fromHour,
    until: rules.untilHour,
    open: isOpenAt(now, rules),
    kasus: free === null ? [] : cases.map(({ kasus, name }) => ({ kasus, name, above: minOfCase(kasus, rules) })),
    hasiljual: free,
    hutang: await debtOf(db.read, memberId),
    ditahan: (await heldBackOf(db.read, settings, memberId)).amount,
    note: cashOutNote,
    pending: open ? historyOf(installation, open) : null,
  }
}

/**
 * The amount that a member may take out without a case. Null means the whole balance; this applies to sellers. A recently approved seller, and a
 * former seller whose role an administrator removed, may take out only earnings from sales that were not taken out before. So deposits never become
 * earnings when a member gets or loses the role. The role is read from the database, because it may have been removed since the request began; it
 * cannot be removed while the member is locked.
 */
export async function freeOf(read: Reader, settings: Settings, memberId: bigint): Promise<bigint | null> {
  const young = sql<boolean>`coalesce(selling_since > now() - ${settings.get('cashOut.sellerAfterHours')} * interval '1 hour', false)`
  const { sold_until, is_young } = await read
    .selectFrom('member')
    .select(['sold_until', young.as('is_young')])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const sells = await hasRole(read, memberId, 'ROLE_SELLER')
  if (sells && !is_young) return null
  if (!sells && sold_until === null) return 0n
  const left =
    (await earnedOf(read, memberId)) - (await takenOut(read, memberId)) - (await settledBy(read, memberId)) - (await debtOf(read, memberId))
  return left > 0n ? left : 0n
}

async function takenOut(read: Reader, memberId: bigint): Promise<bigint> {
  const { amount } = await read
    .selectFrom('cash_out')
    .select(({ fn }) => fn.coalesce(fn.sum<bigint>('amount'), sql<bigint>`0`).as('amount'))
    .where('member_id', '=', memberId)
    .where('kasus', 'is', null)
    .where('state', 'in', [0, 1, 2])
    .executeTakeFirstOrThrow()
  return BigInt(amount)
}
