import { type BankCode, bankNames, type CashCode, cashNames } from '@lapak/contract/shared/banks'
import { dotted, senText } from '@lapak/contract/shared/money'
import { sql } from 'kysely'
import { cashOutInvoice, invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import { type Audit, systemActor } from '#contexts/system/audit/audit.ts'
import { notifyAdmins } from '#contexts/system/notifications/notifications.ts'
import type { Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { senOf } from '#shared/money/sen.ts'
import { isAfterTicket } from './after-ticket.ts'
import { candidatesMax, unseenTransfers } from './candidates.ts'
import type { CreditedRow, LockedRow } from './locked-row.ts'
import { namesText } from './names-text.ts'
import { isPlatformAccount } from './platform-account.ts'
import { maybeSameAccount } from './same-account.ts'

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
 * The rows by which as much as this money left another account of the platform, and which no booking explains: this money may be the platform's own, moved
 * without a cash transfer. That an administrator noted the row as none of ours is no booking.
 */
async function unbookedDebits(tx: Tx, { bank, amount, at, accountNo }: End): Promise<{ id: bigint; sum: string }[]> {
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
  const found: { id: bigint; sum: string }[] = []
  for (const row of rows) {
    if (isSameAccount({ bank, accountNo }, row)) continue
    if (await isPlatformAccount(tx, row.bank_code as BankCode, row.account_no)) found.push({ id: row.id, sum: senText(-senOf(row.amount)) })
  }
  return found
}

/**
 * Withdrawals of this sum from the payment provider, without the oldest ones, as many as cash transfers from KARTU are booked. The provider's record is
 * read daily, so most withdrawals become known after their money has come.
 */
async function unbookedWithdrawals(tx: Tx, { amount, at }: End): Promise<string[]> {
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
    limit ${candidatesMax}`.execute(tx)
  return rows.map(({ id }) => id)
}

const isSameAccount = ({ bank, accountNo }: Pick<End, 'bank' | 'accountNo'>, row: { bank_code: string; account_no: string }): boolean =>
  row.bank_code === bank && maybeSameAccount(row.account_no, accountNo)

/**
 * A row of another account of the platform that is explained by a ticket, although its money may be what left this account. `cashOut` is what explains
 * the money that left: what came before it was requested, such as the top-up that is taken out again, is other money.
 */
export async function creditedElsewhere(tx: Tx, { bank, amount, at, accountNo }: End, cashOut?: bigint): Promise<CreditedRow | null> {
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
    .$if(cashOut !== undefined, (query) =>
      query.where(
        isAfterTicket(
          { at: sql.ref('happened_at'), hasTime: sql.ref('has_time') },
          sql<Date>`(select created_at from cash_out where cash_out.id = ${cashOut ?? 0n})`,
        ),
      ),
    )
    .orderBy('id')
    .execute()
  const other = rows.find((row) => !isSameAccount({ bank, accountNo }, row))
  return other === undefined || other.explained_id === null
    ? null
    : { id: other.id, bank_code: other.bank_code, amount: other.amount, ticket: other.explained_id }
}

/** A row, cash transfer, or withdrawal at the provider, by which the money may have left. */
interface Origin {
  /** As the administrator confirms it: `mutasi 12`, `transfer kas 12` or `penarikan WD-1`. */
  name: string
  /** As Indonesian text, after "bisa". */
  text: string
}

/** Everything by which the money may have left: booked transfers that no row shows arriving, unbooked debits, unbooked withdrawals. */
async function originsOf(tx: Tx, row: End): Promise<Origin[]> {
  const [moved, debits, withdrawals] = [await unseenTransfers(tx, row), await unbookedDebits(tx, row), await unbookedWithdrawals(tx, row)]
  return [
    ...moved.map(({ id }) => ({ name: `transfer kas ${id}`, text: `transfer kas ${id}` })),
    ...debits.map(({ id, sum }) => ({
      name: `mutasi ${id}`,
      text: `uang kita sendiri: mutasi ${id} sebesar ${sum} keluar dari rekening kas lain dan belum dibukukan`,
    })),
    ...withdrawals.map((id) => ({
      name: `penarikan ${id}`,
      text: `uang kita sendiri: penarikan ${id} di penyedia dengan jumlah ini belum dibukukan`,
    })),
  ]
}

/** The reason in full if there is one origin, otherwise the names of the first ones and the number of the others. */
function originsText(origins: readonly Origin[]): string | null {
  const [only, ...more] = origins
  if (only === undefined) return null
  return more.length === 0 ? only.text : `uang kita sendiri: ${namesText(origins.map(({ name }) => name))}`
}

/** The platform's own money that a row of money in may be, as Indonesian text; null if nothing says so. */
export const ownMoney = async (tx: Tx, row: End): Promise<string | null> => originsText(await originsOf(tx, row))

/**
 * Refuses to approve a ticket with a row that may be the platform's own money, unless the administrator names everything by which it may have left, and
 * so confirms that it is other money. Tickets whose money waits are approved many together, from a list that does not show why it waits.
 */
export async function refusePerhapsOwn(tx: Tx, row: LockedRow, confirmed: string | null): Promise<void> {
  if (row.amount === null) return
  const end = { bank: row.bank_code, accountNo: row.account_no, amount: row.amount, at: row.happened_at }
  const origins = await originsOf(tx, end)
  const [what, names] = [originsText(origins), namesText(origins.map(({ name }) => name))]
  if (what === null || names === confirmed) return
  throw new Refusal('ticket.perhaps_own', { amount: dotted(row.amount), what }, { extra: { asal: names } })
}

const thenBook = 'batalkan tiket itu lalu catat Transfer Kas'
const thenExplain = 'batalkan tiket itu lalu jelaskan mutasinya dengan transfer kas itu'

export const creditedText = (installation: string, { id, bank_code, amount, ticket }: CreditedRow, then = thenBook): string =>
  `mutasi ${id} di ${bankNames[bank_code as BankCode]} sebesar ${senText(senOf(amount))} menjadi tiket ${invoiceOf(installation, ticket)}, dan bisa uang kita sendiri. Bila benar, ${then}`

/** Tells all administrators that a ticket may have been paid with the platform's own money. Nothing is taken back by itself. */
export const notifyOwnMoney = (tx: Tx, { key, text, link }: { key: string; text: string; link: string }): void =>
  notifyAdmins(tx, { kind: 'waiting', key, title: 'Uang kita sendiri mungkin masuk tiket member', text, link })

interface AlertDeps {
  audit: Audit
  installation: string
}

/** What explains the money that left an account. */
type ExplainedBy = { transfer: bigint } | { cashOut: bigint } | null

/** A debit, and the row of another account whose ticket may have been paid with its money, as Indonesian text after the reason of its explanation. */
export function alsoCreditedText(installation: string, credited: CreditedRow | null, by: ExplainedBy): string {
  if (credited === null) return ''
  if (by === null) return `; ${creditedText(installation, credited)}`
  if ('transfer' in by) return `; ${creditedText(installation, credited, thenExplain)}`
  return `; ${creditedText(installation, credited, 'batalkan tiket itu: uang penarikan ini tidak sampai ke member')}`
}

/**
 * Money that left an account may have come to another one before, and paid a ticket there, also where a booking explains how it left. Administrators are
 * told once for each row, and once for each cash transfer, by its booking or by the row that shows it leave.
 */
export async function alertOwnMoney(
  deps: AlertDeps,
  tx: Tx,
  row: { id: bigint; bank_code: BankCode },
  { credited, by }: { credited: CreditedRow; by: ExplainedBy },
): Promise<void> {
  const transfer = by !== null && 'transfer' in by ? by.transfer : null
  if (await isAlerted(tx, credited, { out: row.id, transfer })) return
  const how =
    by === null
      ? 'belum dibukukan'
      : 'transfer' in by
        ? `adalah transfer kas ${by.transfer}`
        : `adalah penarikan ${cashOutInvoice(deps.installation, by.cashOut)}`
  const text = `Mutasi keluar ${row.id} di ${bankNames[row.bank_code]} ${how}${alsoCreditedText(deps.installation, credited, by)}`
  notifyOwnMoney(tx, { key: `statement ${row.id} own money`, text, link: '/mutasibank' })
  await recordOwnMoney(deps.audit, tx, credited, { out: row.id, ...(transfer !== null && { transfer }) })
}

/**
 * A cash transfer is booked whose money may have come before, and paid a ticket: whoever looks at the row by which it left sees only the transfer. The
 * caller holds the locks of its sums (`lockSums`), before those of cash accounts.
 */
export async function alertBookedTransfer(
  deps: AlertDeps,
  tx: Tx,
  { id, from, to, amount }: { id: bigint; from: CashCode; to: CashCode; amount: bigint },
): Promise<void> {
  const credited = await creditedElsewhere(tx, { bank: from, accountNo: '', amount, at: new Date() })
  if (credited === null || (await isAlerted(tx, credited, { out: null, transfer: id }))) return
  const text = `Transfer kas ${id} dari ${cashNames[from]} ke ${cashNames[to]} dibukukan; ${creditedText(deps.installation, credited, thenExplain)}`
  notifyOwnMoney(tx, { key: `cash transfer ${id} own money`, text, link: '/mutasibank' })
  await recordOwnMoney(deps.audit, tx, credited, { transfer: id })
}

async function isAlerted(
  tx: Tx,
  { id }: CreditedRow,
  { out, transfer }: { out: bigint | null; transfer: bigint | null },
): Promise<boolean> {
  const { rows } = await sql`
    select from audit where event = 'statement.perhaps_own' and subject = ${id.toString()}
      and (after ->> 'out' = ${out?.toString() ?? null}::text or after ->> 'transfer' = ${transfer?.toString() ?? null}::text)
    limit 1`.execute(tx)
  return rows.length > 0
}

const recordOwnMoney = (audit: Audit, tx: Tx, { id, ticket }: CreditedRow, origin: { out?: bigint; transfer?: bigint }): Promise<void> =>
  audit.record(tx, { event: 'statement.perhaps_own', by: systemActor, subject: id, after: { ...origin, ticket } })
