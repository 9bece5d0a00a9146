import type { Suggestion } from '@lapak/contract/funds/bank-statements'
import { type CorrectionKind, correctionKinds } from '@lapak/contract/funds/treasury'
import { sql } from 'kysely'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Database, Reader } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { senOf, wholeRupiah } from '#shared/money/sen.ts'
import { mayBeReturn } from './rows-of-tickets.ts'
import { unbookedReturns } from './unbooked-return.ts'

interface SuggestDeps {
  db: Database
  installation: string
}

interface Shown {
  bank: string
  /** Positive for money in. */
  amount: bigint
}

const suggestionsMax = 5

/** Suggests bookings of the row's bank and sum that no other row shows. An administrator decides which booking the row shows. */
export async function suggestBookings({ db, installation }: SuggestDeps, id: bigint): Promise<Suggestion[]> {
  return db.snapshot(async (read) => {
    const row = await read.selectFrom('bank_statement').select(['bank_code', 'amount']).where('id', '=', id).executeTakeFirst()
    if (!row) throw new Refusal('not_found.statement')
    const amount = wholeRupiah(senOf(row.amount))
    if (amount === null) return []
    const shown = { bank: row.bank_code, amount }
    const found = [
      ...(amount > 0n ? await tickets(read, installation, shown) : []),
      ...(await cashOuts(read, shown)),
      ...(await returnsWithoutBooking(read, id, shown)),
      ...(await transfers(read, shown)),
      ...(await corrections(read, shown)),
    ]
    const taken = await shownAlready(read, amount > 0n, found)
    return found.filter((one) => !taken.has(nameOf(one.kind, one.id)))
  })
}

const nameOf = (kind: string, id: bigint) => `${kind} ${id}`

async function shownAlready(read: Reader, incoming: boolean, found: Suggestion[]): Promise<Set<string>> {
  if (found.length === 0) return new Set()
  const rows = await read
    .selectFrom('bank_statement')
    .select(['explained', 'explained_id'])
    .where((eb) => eb.or(found.map(({ kind, id }) => eb.and([eb('explained', '=', kind), eb('explained_id', '=', id)]))))
    .where(incoming ? sql<boolean>`amount > 0` : sql<boolean>`amount < 0`)
    .execute()
  return new Set(rows.map(({ explained, explained_id }) => nameOf(explained, explained_id ?? 0n)))
}

async function tickets(read: Reader, installation: string, { bank, amount }: Shown): Promise<Suggestion[]> {
  const found = await read
    .selectFrom('top_up')
    .innerJoin('member', 'member.id', 'top_up.member_id')
    .select(['top_up.id', 'member.name', 'top_up.approved_at'])
    .where('top_up.cash_code', '=', bank)
    .where('top_up.channel', '=', 'transfer')
    .where('top_up.received', '=', amount)
    .where('top_up.state', '=', 2)
    .orderBy('top_up.id', 'desc')
    .limit(suggestionsMax)
    .execute()
  return found.map((row) => ({
    kind: 'deposit',
    id: row.id,
    invoice: invoiceOf(installation, row.id),
    membername: row.name,
    at: row.approved_at ?? new Date(0),
    why: 'Topup yang sudah disetujui dengan jumlah ini',
  }))
}

/** For money out, cash-outs that this bank paid; for money in, cash-outs that this bank returned. */
async function cashOuts(read: Reader, { bank, amount }: Shown): Promise<Suggestion[]> {
  const at = amount < 0n ? 'paid_at' : 'returned_at'
  const found = await read
    .selectFrom('cash_out')
    .innerJoin('member', 'member.id', 'cash_out.member_id')
    .select(['cash_out.id', 'member.name', `cash_out.${at} as at`])
    .where('cash_out.paid_from', '=', bank)
    .where('cash_out.amount', '=', amount < 0n ? -amount : amount)
    // A returned cash-out was paid before. With this condition, PostgreSQL can use the index on paid cash-outs by bank and sum.
    .where('cash_out.paid_at', 'is not', null)
    .where(`cash_out.${at}`, 'is not', null)
    .orderBy('cash_out.id', 'desc')
    .limit(suggestionsMax)
    .execute()
  return found.map((row) => ({
    kind: 'cash_out',
    id: row.id,
    invoice: null,
    membername: row.name,
    at: row.at ?? new Date(0),
    why: amount < 0n ? 'Penarikan yang dibayar dari bank ini' : 'Penarikan yang dikembalikan bank',
  }))
}

/** Cash-outs whose money left this bank and came back without a booking there. Money out is suggested after its return is explained. */
async function returnsWithoutBooking(read: Reader, row: bigint, { bank, amount }: Shown): Promise<Suggestion[]> {
  const found = await unbookedReturns(read, { bank, amount })
    .innerJoin('member', 'member.id', 'cash_out.member_id')
    .innerJoin('bank_statement', (join) => join.on('bank_statement.id', '=', row))
    .select(['cash_out.id', 'member.name', 'cash_out.state', sql<Date>`coalesce(cash_out.returned_at, cash_out.ended_at)`.as('at')])
    .where(mayBeReturn)
    .orderBy('cash_out.id', 'desc')
    .limit(suggestionsMax)
    .execute()
  return found.map(({ id, name, state, at }) => ({
    kind: 'cash_out',
    id,
    invoice: null,
    membername: name,
    at,
    why:
      amount < 0n
        ? 'Penarikan yang terkirim dari bank ini dan dikembalikan, tanpa pembukuan'
        : state === 3
          ? 'Penarikan yang terkirim, dikembalikan bank, dan sudah ditolak'
          : 'Penarikan yang dikembalikan, dicatat dibayar dari bank lain',
  }))
}

async function transfers(read: Reader, { bank, amount }: Shown): Promise<Suggestion[]> {
  const found = await read
    .selectFrom('cash_transfer')
    .select(['id', 'created_at'])
    .where(amount < 0n ? 'from_code' : 'to_code', '=', bank)
    .where('amount', '=', amount < 0n ? -amount : amount)
    .orderBy('id', 'desc')
    .limit(suggestionsMax)
    .execute()
  return found.map((row) => ({
    kind: 'cash_transfer',
    id: row.id,
    invoice: null,
    membername: null,
    at: row.created_at,
    why: 'Transfer kas dengan jumlah yang sama',
  }))
}

async function corrections(read: Reader, { bank, amount }: Shown): Promise<Suggestion[]> {
  const found = await read
    .selectFrom('cash_correction')
    .select(['id', 'kind', 'created_at'])
    .where('cash_code', '=', bank)
    .where('amount', '=', amount)
    .orderBy('id', 'desc')
    .limit(suggestionsMax)
    .execute()
  return found.map((row) => ({
    kind: 'correction',
    id: row.id,
    invoice: null,
    membername: null,
    at: row.created_at,
    why: `Koreksi kas: ${correctionKinds[row.kind as CorrectionKind]}`,
  }))
}
