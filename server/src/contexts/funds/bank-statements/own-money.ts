import { type BankCode, bankNames, type CashCode } from '@lapak/contract/shared/banks'
import { dotted, senText } from '@lapak/contract/shared/money'
import { sql } from 'kysely'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import { type Audit, systemActor } from '#contexts/system/audit/audit.ts'
import { notifyAdmins } from '#contexts/system/notifications/notifications.ts'
import type { Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { senOf } from '#shared/money/sen.ts'
import { unseenTransfer } from './candidates.ts'
import type { CreditedRow, LockedRow } from './locked-row.ts'
import { isPlatformAccount } from './platform-account.ts'
import { sameAccount } from './same-account.ts'

/*
 * Money that moves between accounts of the platform is no top-up. Where an administrator has booked the cash transfer to this account, its rows are
 * recognised by it. Otherwise a cash transfer of this sum is booked that no row shows arriving, or the sum has left another account, or the payment
 * provider, within some days: such a row pays no ticket by itself.
 */

const aroundDays = 4

/** What a bank may take for a transfer to another bank, in rupiah, in the same row as the transfer: nothing, or its price for BI-FAST, SKN, online, RTGS. */
const transferFees = [0n, 2_500n, 2_900n, 6_500n, 25_000n, 30_000n]

const aroundRow = (at: Date, column: string) =>
  sql<boolean>`(${sql.ref(column)} > ${at}::timestamptz - ${aroundDays} * interval '1 day'
    and ${sql.ref(column)} < ${at}::timestamptz + ${aroundDays} * interval '1 day')`

/**
 * Makes rows that may be the two ends of one transfer be matched one after the other, so that the later one sees what the earlier one has become. Money
 * in locks its sum. Money out locks every sum that may come in for it: its own, less what a bank may have taken. The sums are locked in ascending order.
 */
export async function lockSums(tx: Tx, amount: bigint): Promise<void> {
  const sums = amount < 0n ? transferFees.map((fee) => -amount - fee).filter((sum) => sum > 0n) : [amount]
  for (const sum of sums.toSorted((one, other) => (one < other ? -1 : 1)))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`rows of ${sum}`}, 0))`.execute(tx)
}

/** One end of a transfer: a bank row, or a movement at the provider, which has no account number. */
export interface End {
  bank: CashCode
  accountNo: string
  /** Whole rupiah, positive. */
  amount: bigint
  at: Date
}

/**
 * A row by which as much as this money left another account of the platform, and which no booking explains: this money may be the platform's own, moved
 * without a cash transfer. That an administrator noted the row as none of ours is no booking.
 */
async function unbookedDebit(tx: Tx, { bank, amount, at, accountNo }: End): Promise<{ id: bigint; sum: string } | null> {
  const rows = await tx
    .selectFrom('bank_statement')
    .select(['id', 'bank_code', 'account_no', 'amount'])
    .where(
      'amount',
      'in',
      transferFees.map((fee) => String(-amount - fee)),
    )
    .where('explained', 'in', ['new', 'noted'])
    .where(aroundRow(at, 'happened_at'))
    .orderBy('id')
    .execute()
  for (const row of rows) {
    if (row.bank_code === bank && sameAccount(row.account_no, accountNo)) continue
    if (await isPlatformAccount(tx, row.bank_code as BankCode, row.account_no)) return { id: row.id, sum: senText(-senOf(row.amount)) }
  }
  return null
}

/**
 * A withdrawal of this sum from the payment provider that nobody has booked as a cash transfer from KARTU. The provider's record is read daily, so most
 * withdrawals become known after their money has come.
 */
async function unbookedWithdrawal(tx: Tx, { amount, at }: End): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select transaction_id as id
    from (
      select distinct on (provider, transaction_id) * from provider_transaction where ${aroundRow(at, 'happened_at')}
      order by provider, transaction_id, version desc
    ) newest
    where direction = 'out' and status in ('pending', 'success') and amount = ${String(amount)}::numeric
      and not exists (select from payout where payout.reference = newest.reference)
    order by happened_at, transaction_id
    offset (select count(*) from cash_transfer where from_code = '06' and cash_transfer.amount = ${amount} and ${aroundRow(at, 'created_at')})
    limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

/** A row of another account of the platform that is explained by a ticket, although its money may be what left this account by this row. */
export async function creditedElsewhere(tx: Tx, { bank, amount, at, accountNo }: End): Promise<CreditedRow | null> {
  const rows = await tx
    .selectFrom('bank_statement')
    .select(['id', 'bank_code', 'account_no', 'amount', 'explained_id'])
    .where(
      'amount',
      'in',
      transferFees.filter((fee) => fee < amount).map((fee) => String(amount - fee)),
    )
    .where('explained', '=', 'deposit')
    .where(aroundRow(at, 'happened_at'))
    .orderBy('id')
    .execute()
  const other = rows.find((row) => row.bank_code !== bank || !sameAccount(row.account_no, accountNo))
  return other === undefined || other.explained_id === null
    ? null
    : { id: other.id, bank_code: other.bank_code, amount: other.amount, ticket: other.explained_id }
}

/** By which row, cash transfer, or withdrawal at the provider, the money had left. */
interface Origin {
  /** As the administrator confirms it: `mutasi 12`, `transfer kas 12` or `penarikan WD-1`. */
  name: string
  /** As Indonesian text, after "bisa". */
  text: string
}

async function originOf(tx: Tx, row: End): Promise<Origin | null> {
  const moved = await unseenTransfer(tx, row)
  if (moved !== undefined) return { name: `transfer kas ${moved.id}`, text: `transfer kas ${moved.id}` }
  const debit = await unbookedDebit(tx, row)
  if (debit !== null) {
    const name = `mutasi ${debit.id}`
    return { name, text: `uang kita sendiri: ${name} sebesar ${debit.sum} keluar dari rekening kas lain dan belum dibukukan` }
  }
  const withdrawal = await unbookedWithdrawal(tx, row)
  if (withdrawal === null) return null
  const name = `penarikan ${withdrawal}`
  return { name, text: `uang kita sendiri: ${name} di penyedia dengan jumlah ini belum dibukukan` }
}

/** The platform's own money that a row of money in may be, as Indonesian text; null if nothing says so. */
export const ownMoney = async (tx: Tx, row: End): Promise<string | null> => (await originOf(tx, row))?.text ?? null

/**
 * Refuses to approve a ticket with a row that may be the platform's own money, unless the administrator names where it had left, and so confirms that it
 * is other money. Tickets whose money waits are approved many at once, from a list that does not show why it waits.
 */
export async function refusePerhapsOwn(tx: Tx, row: LockedRow, confirmed: string | null): Promise<void> {
  if (row.amount === null) return
  const end = { bank: row.bank_code, accountNo: row.account_no, amount: row.amount, at: row.happened_at }
  const origin = await originOf(tx, end)
  if (origin === null || origin.name === confirmed) return
  throw new Refusal('ticket.perhaps_own', { amount: dotted(row.amount), what: origin.text }, { extra: { asal: origin.name } })
}

export const creditedText = (installation: string, { id, bank_code, amount, ticket }: CreditedRow): string =>
  `mutasi ${id} di ${bankNames[bank_code as BankCode]} sebesar ${senText(senOf(amount))} menjadi tiket ${invoiceOf(installation, ticket)}, dan bisa uang kita sendiri. Bila benar, batalkan tiket itu lalu catat Transfer Kas`

/** Tells all administrators that a ticket may have been paid with the platform's own money. Nothing is taken back by itself. */
export const notifyOwnMoney = (tx: Tx, { key, text, link }: { key: string; text: string; link: string }): void =>
  notifyAdmins(tx, { kind: 'waiting', key, title: 'Uang kita sendiri mungkin masuk tiket member', text, link })

/**
 * Money that left an account unbooked may have come to another one before, and paid a ticket there. Administrators are told once, when the row is
 * matched for the first time.
 */
export async function alertOwnMoney(
  { audit, installation }: { audit: Audit; installation: string },
  tx: Tx,
  row: { id: bigint; bank_code: BankCode },
  credited: CreditedRow,
): Promise<void> {
  const text = `Mutasi keluar ${row.id} di ${bankNames[row.bank_code]} belum dibukukan; ${creditedText(installation, credited)}`
  notifyOwnMoney(tx, { key: `statement ${row.id} own money`, text, link: '/mutasibank' })
  const after = { out: row.id, ticket: credited.ticket }
  await audit.record(tx, { event: 'statement.perhaps_own', by: systemActor, subject: credited.id, after })
}
