import { type RawBuilder, sql } from 'kysely'
import type { Database, Reader } from '#core/db.ts'

/**
 * What must hold on any database at any second, each as a query that finds the first rows which break it:
 *
 * 1. Every entry set sums to zero.
 * 2. Every wallet's balance equals the sum of its entries, and each running balance follows from another.
 * 3. No member is below zero.
 * 4. The money in flight is the price of the pending purchases: each pending purchase has one open hold, no other has.
 * 5. Every attempt was held once and closed at most once; a success is paid to its seller, a failure given back.
 * 6. What sellers owe the house is what the books say.
 * 7. At most one live attempt per purchase, and a pending purchase has one: it is sent, asked about, or before a person.
 */
export interface Breach {
  rule: string
  /** The first broken row, as text. */
  row: string
}

interface Rule {
  name: string
  query: RawBuilder<{ row: string }>
}

const rules: Rule[] = [
  {
    name: 'every entry set sums to zero',
    query: sql`select 'entry set ' || set_id || ' sums to ' || sum(amount) as row from entry group by set_id having sum(amount) <> 0 limit 1`,
  },
  {
    name: 'every balance equals the sum of its entries',
    query: sql`
      select 'wallet ' || wallet.member_id || ' has ' || wallet.balance || ', its entries sum to ' || coalesce(sums.total, 0) as row
      from wallet left join (select account_id, sum(amount) as total from entry where account_id > 0 group by account_id) sums on sums.account_id = wallet.member_id
      where wallet.balance <> coalesce(sums.total, 0) limit 1`,
  },
  {
    name: 'entries of members belong to a wallet',
    query: sql`select 'entry set ' || set_id || ' names wallet ' || account_id as row from entry where account_id > 0 and not exists (select from wallet where member_id = account_id) limit 1`,
  },
  {
    name: 'every running balance follows from one before',
    // Numbers are taken before the wallet is locked, so the order of two processes' sets need not be that of the lock. What holds in
    // any order: the balances before all entries and those after them are the same amounts, but for the first and the last.
    query: sql`
      select 'wallet ' || account_id || ' stood at ' || balance || ' ' || sum(side) || ' times more often after an entry than before one' as row
      from (
        select account_id, balance_after as balance, 1 as side from entry where account_id > 0
        union all select account_id, balance_after - amount, -1 from entry where account_id > 0
        union all select member_id, balance, -1 from wallet
        union all select member_id, 0, 1 from wallet
      ) stands
      group by account_id, balance having sum(side) <> 0 limit 1`,
  },
  {
    name: 'no member is below zero',
    query: sql`select 'wallet ' || member_id || ' has ' || balance as row from wallet where balance < 0
      union all select 'entry set ' || set_id || ' left wallet ' || account_id || ' at ' || balance_after from entry where balance_after < 0 limit 1`,
  },
  {
    name: 'the money in flight is the price of the pending purchases',
    query: sql`
      select 'in flight are ' || held.total || ', pending purchases cost ' || pending.total as row
      from (select coalesce(sum(amount), 0) as total from entry where account_id = -1) held, (select coalesce(sum(price), 0) as total from purchase where transactionrc = 0) pending
      where held.total <> pending.total`,
  },
  {
    name: 'every attempt is held once, and closed exactly when it is final',
    query: sql`
      select 'attempt ' || attempt.id || ' in state ' || attempt.state || ' has ' || coalesce(booked.holds, 0) || ' holds and ' || coalesce(booked.closings, 0) || ' closings' as row
      from attempt left join (
        select reference, count(*) filter (where event = 'purchase.held') as holds, count(*) filter (where event in ('purchase.released', 'purchase.settled')) as closings
        from entry where leg = 1 and event in ('purchase.held', 'purchase.released', 'purchase.settled') group by reference
      ) booked on booked.reference = attempt.id
      where coalesce(booked.holds, 0) <> 1 or coalesce(booked.closings, 0) <> (attempt.state > 3)::integer limit 1`,
  },
  {
    name: 'a success is paid and a failure is given back',
    query: sql`
      select 'purchase ' || purchase.id || ' has state ' || purchase.transactionrc || ' with attempts ' || string_agg(attempt.number || ':' || attempt.state, ' ' order by attempt.number) as row
      from purchase join attempt on attempt.purchase_id = purchase.id
      group by purchase.id
      having count(*) filter (where attempt.state = 4) <> (purchase.transactionrc = 1 or purchase.refunded_at is not null)::integer
        or count(*) filter (where attempt.state <= 3) <> (purchase.transactionrc = 0)::integer
      limit 1`,
  },
  {
    name: 'a refund is booked exactly for refunded purchases',
    query: sql`
      select 'purchase ' || purchase.id || ' was refunded at ' || coalesce(purchase.refunded_at::text, 'no time') || ' and has ' || count(entry.set_id) || ' refunds in the books' as row
      from purchase join attempt on attempt.purchase_id = purchase.id and attempt.state = 4
      left join entry on entry.reference = attempt.id and entry.event = 'purchase.refunded' and entry.leg = 1
      group by purchase.id having count(entry.set_id) <> (purchase.refunded_at is not null)::integer limit 1`,
  },
  {
    name: 'what sellers owe is what the books say',
    query: sql`
      select 'sellers owe ' || debt.total || ', the books say ' || -receivable.total as row
      from (select coalesce(sum(amount), 0) as total from seller_debt) debt, (select coalesce(sum(amount), 0) as total from entry where account_id = -7) receivable
      where debt.total <> -receivable.total`,
  },
]

/** Proves every rule in one snapshot; answers the first breach of each that does not hold. */
export async function checkLedger(db: Database): Promise<Breach[]> {
  return db.snapshot(async (read) => {
    await sql`set local statement_timeout = 0`.execute(read)
    const breaches: Breach[] = []
    for (const rule of rules) breaches.push(...(await broken(read, rule)))
    return breaches
  })
}

async function broken(read: Reader, { name, query }: Rule): Promise<Breach[]> {
  const { rows } = await query.execute(read)
  return rows.map(({ row }) => ({ rule: name, row }))
}

export const ruleNames = rules.map((rule) => rule.name)
