import { openDatabase } from '#db/db.ts'
import { checkLedger } from '#ledger/verification/verification.ts'
import { createLog } from '#shared/log.ts'
import { referenceOf, type Statistics } from './buyers.ts'
import type { SoakDatabase } from './database.ts'
import type { Sold } from './outside.ts'
import type { Heard, Outsiders } from './outsiders.ts'
import { sellerKinds, type World } from './world.ts'

/*
 * The records of the external systems are loaded into Lapak's database, because they exceed the memory of a process; each rule is one statement that
 * finds its violations.
 */
const tables = `
  create schema soak;
  create table soak.told (n integer, buyer_id bigint, outcome smallint, purchase_id bigint, reffclient text);
  create table soak.sold (seller_id bigint, kind text, reference text, received integer, sales integer, behaviour text);
  create table soak.heard (reffclient text, states smallint)`

/** Attempts with the records of their suppliers. */
const attempts = `
  create table soak.attempt as
  select attempt.id, attempt.purchase_id, attempt.seller_id, installation.code || attempt.id as reference, attempt.state, coalesce(sold.sales, 0) as sales, coalesce(sold.received, 0) as received, sold.kind,
    coalesce(sold.behaviour = 'contradicting-reports', false) and attempt.state = 5 as believed_the_second_report
  from attempt cross join installation left join soak.sold on sold.reference = installation.code || attempt.id and sold.seller_id = attempt.seller_id`

const rules = (world: World): Record<string, string> => ({
  'an order got no answer': `select reffclient from soak.told where outcome = 1`,
  'an accepted order is lost': `
    select told.reffclient from soak.told left join purchase using (buyer_id, reffclient) where outcome = 2 and purchase.id is null`,
  'a refused order was placed': `select told.reffclient from soak.told join purchase using (buyer_id, reffclient) where outcome = 3`,
  'an order became two purchases': `
    select told.reffclient from soak.told join purchase using (buyer_id, reffclient)
    where outcome = 2 and told.purchase_id <> 0 and told.purchase_id <> purchase.id`,
  'nobody ordered a purchase': `
    select purchase.id from purchase left join soak.told using (buyer_id, reffclient) where told.n is null`,
  'a seller has an order that is not ours': `
    select reference from soak.sold left join soak.attempt using (reference, seller_id) where attempt.id is null`,
  'a success is not one delivery': `select id from soak.attempt where state = 4 and sales <> 1`,
  'what did not succeed was delivered': `
    select id from soak.attempt where state in (5, 6) and sales > 0 and not believed_the_second_report`,
  // An IRS supplier is queried by sending the order again, so for IRS only the sales are counted.
  'an order came twice to a seller': `select id from soak.attempt where kind <> 'irs' and received > 1`,
  'a purchase was delivered twice': `
    select purchase_id from soak.attempt
    where purchase_id not in (select purchase_id from purchase_alert where kind = 'contradiction')
    group by purchase_id having sum(sales) > 1 and not bool_or(believed_the_second_report)`,
  'an attempt waits unseen': `
    select id from attempt where state <= 3 and id not in (select attempt_id from purchase_alert)`,
  'a buyer was not told how it ended, or told wrongly': `
    select purchase.id from purchase left join soak.heard using (reffclient)
    where coalesce(states, 0) <> case when transactionrc = 0 then 0 else 1 << transactionrc end`,
  'a callback was not delivered': `select id from delivery where state <> 1`,
  'a bill was paid twice': `
    select min(id) from purchase where inquiry_id is not null and transactionrc <> 2 group by inquiry_id having count(*) > 1`,
  'stock is not what was not sold': `
    select remaining from offer_stock where offer_id = ${world.stock.offer}
      and remaining + (select count(*) from attempt where attempt.offer_id = offer_stock.offer_id and stocked and state <= 4) <> ${world.stock.pieces}`,
})

/** Counts for the report. */
const figures = `
  select
    (select json_object_agg(name, count) from (select case transactionrc when 0 then 'pending' when 1 then 'success' else 'failed' end as name, count(*)
      from purchase group by 1) of) as purchases,
    (select json_object_agg(name, count) from (select (array['queued','sending','waiting','unknown','success','failed','unsent'])[state + 1] as name, count(*)
      from attempt group by 1) of) as attempts,
    (select coalesce(json_object_agg(behaviour, count), '{}') from (select behaviour, count(*) from soak.sold group by 1) of) as behaviours,
    (select coalesce(json_object_agg(kind, sales), '{}') from (select kind, sum(sales) as sales from soak.sold group by 1) of) as deliveries_by_dialect,
    (select coalesce(json_object_agg(kind, count), '{}') from (select kind, count(*) from purchase_alert group by 1) of) as alerts,
    (select coalesce(sum(sales), 0)::integer from soak.sold) as deliveries,
    (select count(*)::integer from soak.attempt where state = 4) as successes,
    (select count(*)::integer from soak.attempt where believed_the_second_report and sales > 0) as delivered_and_denied,
    (select count(*)::integer from soak.attempt where state <= 3 and sales > 0) as delivered_and_with_people,
    (select count(*)::integer from soak.attempt where state <= 3) as with_people,
    (select count(*)::integer from delivery_attempt) as callback_calls,
    pg_database_size(current_database()) / 1000000 as megabytes`

export interface Verification {
  figures: Record<string, unknown>
  /** Violations as text, with the number of rows and the first of them. */
  broken: string[]
}

const rowsAtOnce = 50_000

export async function verifySoak(
  database: SoakDatabase,
  world: World,
  outsiders: Outsiders,
  statistics: Statistics,
): Promise<Verification> {
  async function ask(text: string, values?: unknown[]) {
    const rows = await database.ask<Record<string, unknown>>(text, values)
    if (rows === null) throw new Error('the database does not answer')
    return rows
  }

  async function storeOutcomes() {
    for (let from = 0; from < statistics.sent; from += rowsAtOnce) {
      const numbers = Array.from({ length: Math.min(rowsAtOnce, statistics.sent - from) }, (_, index) => from + index)
      await ask(
        `insert into soak.told select n, buyer_id, outcome, purchase_id, reffclient
         from unnest($1::integer[], $2::bigint[], $3::smallint[], $4::bigint[], $5::text[]) of (n, buyer_id, outcome, purchase_id, reffclient)`,
        [
          numbers,
          numbers.map((n) => world.buyers[n % world.buyers.length]?.id),
          numbers.map((n) => statistics.outcomes[n]),
          numbers.map((n) => statistics.purchases[n]),
          numbers.map(referenceOf),
        ],
      )
    }
  }

  const keepSold = async (rows: Sold[]) => {
    await ask(
      `insert into soak.sold select * from unnest($1::bigint[], $2::text[], $3::text[], $4::integer[], $5::integer[], $6::text[])`,
      [
        rows.map(([seller]) => world.sellerIds[seller]),
        rows.map(([seller]) => sellerKinds[seller]),
        rows.map(([, reference]) => reference),
        rows.map(([, , received]) => received),
        rows.map(([, , , sales]) => sales),
        rows.map(([, , , , behaviour]) => behaviour),
      ],
    )
  }

  async function keepHeard({ states }: Heard) {
    const numbers = [...states.keys()].filter((n) => states[n] !== 0)
    for (let from = 0; from < numbers.length; from += rowsAtOnce) {
      const some = numbers.slice(from, from + rowsAtOnce)
      await ask(`insert into soak.heard select * from unnest($1::text[], $2::smallint[])`, [
        some.map(referenceOf),
        some.map((n) => states[n]),
      ])
    }
  }

  await ask(tables)
  await storeOutcomes()
  const heard = await outsiders.report(keepSold)
  await keepHeard(heard)
  await ask(attempts)
  await ask('analyze')
  const broken = [...statistics.wrong]
  if (heard.unsigned > 0) broken.push(`${heard.unsigned} callbacks had a wrong signature`)
  if (heard.strange > 0) broken.push(`${heard.strange} callbacks were about no order`)
  for (const [rule, text] of Object.entries(rules(world))) {
    const [found] = await ask(`select count(*)::integer as rows, min(row::text) as first from (${text}) as row`)
    if (found?.rows !== 0) broken.push(`${rule}: ${found?.rows}, such as ${found?.first}`)
  }
  broken.push(...(await brokenBooks(database.url)))
  const [row] = await ask(figures)
  return { figures: row ?? {}, broken }
}

async function brokenBooks(url: string): Promise<string[]> {
  const db = await openDatabase({ url, pool: 1, log: createLog('fatal') })
  try {
    return (await checkLedger(db)).map(({ rule, row }) => `ledger: ${rule}: ${row}`)
  } finally {
    await db.close()
  }
}
