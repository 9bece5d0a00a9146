import { type BankCode, bankNames } from '@lapak/contract/shared/banks'
import { dotted, rupiahText } from '@lapak/contract/shared/money'
import { sql } from 'kysely'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import { type Audit, systemActor } from '#contexts/system/audit/audit.ts'
import { notifyAdmins } from '#contexts/system/notifications/notifications.ts'
import type { Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import type { LockedRow, ReversedCredit } from './locked-row.ts'
import { namesText } from './names-text.ts'
import { maybeSameAccount } from './same-account.ts'
import type { StatementRow } from './statement-row.ts'

/*
 * A bank may take a credit back, by a debit of the same account and sum. An ordinary cash-out of this sum is far more frequent, so only what the bank
 * says itself counts: a negative credit of a feed, or a word of the text.
 */

const inText = /\b(reversal|koreksi|kr batal|batal kr|pembatalan|retur)\b/i
const afterDays = 7

/** Whether this delivery reports that the row of money out takes a credit back. */
export const isReportedAsReversal = ({
  amount,
  isReversal,
  description,
}: Pick<StatementRow, 'amount' | 'isReversal' | 'description'>): boolean => amount < 0n && (isReversal === true || inText.test(description))

/** Whether any source of this row of money out reports that it takes a credit back. */
export const isReversal = ({ amount, is_reversal, description }: LockedRow): boolean =>
  amount !== null && amount < 0n && (is_reversal || inText.test(description))

/**
 * The row of money in of the same account and sum that this reversal may take back, the newest before it; undefined if no such money was credited to a
 * member or waits.
 */
export async function creditReversedBy(
  tx: Tx,
  { bank_code: bank, account_no, amount, happened_at: at }: LockedRow,
): Promise<ReversedCredit | undefined> {
  const rows = await tx
    .selectFrom('bank_statement')
    .select(['id', 'account_no', 'explained', 'explained_id'])
    .where('bank_code', '=', bank)
    .where('amount', '=', String(-(amount ?? 0n)))
    .where('explained', 'in', ['deposit', 'unmatched'])
    .where('happened_at', '>', sql<Date>`${at}::timestamptz - ${afterDays} * interval '1 day'`)
    .where('happened_at', '<', sql<Date>`${at}::timestamptz + interval '1 day'`)
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const row = rows.find((one) => maybeSameAccount(one.account_no, account_no))
  return row && { id: row.id, ticket: row.explained === 'deposit' ? row.explained_id : null }
}

/** SQL condition: the other row is of the same bank and perhaps of the same account as the row of `bank_statement`. */
const isOfAccount = (other: 'reversal' | 'credit') => {
  const [bank, account] = [sql.ref(`${other}.bank_code`), sql.ref(`${other}.account_no`)]
  return sql`${bank} = bank_statement.bank_code
    and (${account} = '' or bank_statement.account_no = '' or ltrim(${account}, '0') = ltrim(bank_statement.account_no, '0'))`
}

/**
 * The reversals of this account and sum that may take this row of money in back, as a text array, the oldest first. Those that an administrator noted
 * count as well, less as many credits as were noted with them: the credit of a reversal may come after it. For queries of `bank_statement` without an
 * alias.
 */
export const reversalNames = sql<string[]>`array(
  select 'mutasi ' || id from (
    select reversal.id, explained, row_number() over (partition by explained order by reversal.id) as nth
    from bank_statement reversal
    where ${isOfAccount('reversal')} and reversal.amount = -bank_statement.amount and reversal.amount < 0 and reversal.explained in ('new', 'noted')
      and (reversal.is_reversal or reversal.description ~* ${inText.source.replaceAll('\\b', '\\y')})
      and reversal.happened_at < bank_statement.happened_at + ${afterDays} * interval '1 day'
      and reversal.happened_at > bank_statement.happened_at - interval '1 day'
  ) reversal
  where explained = 'new' or nth > (
    select count(*) from bank_statement credit
    where ${isOfAccount('credit')} and credit.amount = bank_statement.amount and credit.explained = 'noted'
      and credit.happened_at > bank_statement.happened_at - ${afterDays + 1} * interval '1 day'
      and credit.happened_at < bank_statement.happened_at + ${afterDays + 1} * interval '1 day'
  )
  order by id
)::text[]`

/** These reversals as the administrator confirms them; null if there is none. */
export async function reversalsOf(tx: Tx, row: Pick<LockedRow, 'id'>): Promise<string | null> {
  const { names } = await tx
    .selectFrom('bank_statement')
    .select(reversalNames.as('names'))
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  return names.length === 0 ? null : namesText(names)
}

/**
 * Refuses to credit the money of a row that the bank may have taken back, unless the administrator names all such reversals and so confirms that they
 * take other money back.
 */
export async function refusePerhapsReversed(tx: Tx, row: LockedRow, confirmed: string | null): Promise<void> {
  const reversals = await reversalsOf(tx, row)
  if (reversals === null || row.amount === null || reversals === confirmed) return
  throw new Refusal('ticket.perhaps_reversed', { amount: dotted(row.amount), reversals }, { extra: { pembatalan: reversals } })
}

/** The reason why the reversal waits for a person, as Indonesian text. */
export function reversalText(installation: string, reversed: ReversedCredit | undefined): string {
  if (reversed === undefined) return 'Menurut bank, ini pembatalan uang masuk; cocokkan dengan rekening koran'
  if (reversed.ticket === null)
    return `Menurut bank, ini pembatalan uang masuk, mungkin mutasi ${reversed.id} yang menunggu pemiliknya; jangan dijodohkan`
  return `Menurut bank, ini pembatalan uang masuk, mungkin mutasi ${reversed.id}, yang menjadi tiket ${invoiceOf(installation, reversed.ticket)}. Bila benar, batalkan tiket itu, lalu catat kedua mutasinya`
}

/** Alerts all administrators once that the bank may have taken back money that paid a ticket or waits in suspense. Nothing is booked. */
export async function alertReversal(
  { audit, installation }: { audit: Audit; installation: string },
  tx: Tx,
  row: LockedRow,
  reversed: ReversedCredit,
): Promise<void> {
  const { rows } = await sql`
    select from audit where event = 'statement.reversed' and subject = ${reversed.id.toString()} and after ->> 'out' = ${row.id.toString()} limit 1`.execute(
    tx,
  )
  if (rows.length > 0) return
  notifyAdmins(tx, {
    kind: 'waiting',
    key: `statement ${row.id} reversal`,
    title: 'Bank membatalkan uang masuk',
    text: `Mutasi ${row.id} di ${bankNames[row.bank_code as BankCode]}, ${rupiahText(row.amount ?? 0n)}. ${reversalText(installation, reversed)}`,
    link: '/mutasibank',
  })
  const after = { out: row.id, ...(reversed.ticket !== null && { ticket: reversed.ticket }) }
  await audit.record(tx, { event: 'statement.reversed', by: systemActor, subject: reversed.id, after })
}
