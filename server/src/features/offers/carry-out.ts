import { sql } from 'kysely'
import type { Database, Reader, Tx } from '#core/db.ts'
import type { Caller } from '#core/http.ts'
import { lockMirror } from '#core/mirror-lock.ts'
import { Refusal } from '#core/refusal.ts'
import type { Audit } from '../audit/audit.ts'
import { noteOfferChanges } from '../price-changes/price-changes.ts'
import { requireFresh } from '../proof/proof.ts'
import { setStocks } from '../purchases/purchases.ts'
import type { Settings } from '../settings/settings.ts'
import type { Plan, Planned, Terms } from './plan.ts'
import { planWantsProof } from './price-cut.ts'

export interface CarryDeps {
  db: Database
  audit: Audit
  settings: Settings
}

/**
 * Does what was seen, all or nothing: the plan is made again under the lock, and must be the one of this digest. What a thief of the
 * session would want of it asks for a proof before.
 */
export async function carryOut(
  deps: CarryDeps,
  by: Caller,
  plan: (read: Reader) => Promise<Plan>,
  digest: string | undefined,
): Promise<Plan> {
  const { db, audit, settings } = deps
  const before = seen(await plan(db.read), digest)
  if (await planWantsProof(db.read, settings, before.lines)) await requireFresh(deps, by)
  return db.transaction(async (tx) => {
    await lockMirror(tx)
    const now = seen(await plan(tx), digest)
    const at = new Date()
    const counted: Stock[] = []
    for (let from = 0; from < now.lines.length; from += portion)
      counted.push(...(await store({ tx, audit, by, at }, now.lines.slice(from, from + portion))))
    // At last and together: orders lock stock in the order of offers, and wait for it until the commit.
    await setStocks(tx, counted)
    return now
  })
}

/** Rows of one statement: so many that neither they nor the wait for them are long. */
const portion = 150

function seen(plan: Plan, digest: string | undefined): Plan {
  const refused = plan.wrong.length + plan.lines.filter(({ reason }) => reason !== null).length
  if (refused > 0) throw new Refusal('offer.lines_refused', { count: refused })
  if (plan.digest !== digest) throw new Refusal('offer.changed_meanwhile')
  return plan
}

interface Storing {
  tx: Tx
  audit: Audit
  by: Caller
  at: Date
}

type Changed = Planned & { offerId: bigint; before: Terms }

interface Stock {
  offerId: bigint
  stock: number | null
}

/** All but the stock, which is answered. */
async function store(storing: Storing, lines: readonly Planned[]): Promise<Stock[]> {
  const { tx, audit, by, at } = storing
  const changed = lines.filter((line): line is Changed => line.before !== null && line.offerId !== null)
  await update(tx, changed, at)
  const added = await insert(
    storing,
    lines.filter(({ before }) => before === null),
  )
  await noteOfferChanges(tx, changed, at)
  const priced = changed.filter(({ before, after }) => before.sell_price !== after.sell_price || before.promo_price !== after.promo_price)
  await audit.noteAll(tx, [
    ...priced.map(({ offerId, before, after }) => ({
      ...{ event: 'price.changed' as const, by, subject: offerId },
      ...{ before: pricesOf(before), after: pricesOf(after) },
    })),
    ...added.map(({ offerId, after }) => ({ event: 'price.changed' as const, by, subject: offerId, after: pricesOf(after) })),
  ])
  const coded = changed.filter(({ before, after }) => before.supplier_code !== after.supplier_code)
  await audit.noteAll(
    tx,
    coded.map(({ offerId, before, after }) => ({
      ...{ event: 'offer.codes_changed' as const, by, subject: offerId },
      ...{ before: codesOf(before), after: codesOf(after) },
    })),
  )
  return [...changed.filter(({ before, after }) => before.stock !== after.stock), ...added].map(stockOf)
}

const stockOf = ({ offerId, after }: { offerId: bigint; after: Terms }): Stock => ({ offerId, stock: after.stock })

const codesOf = ({ supplier_code, check_code }: Terms) => ({ supplier: supplier_code, check: check_code })

const pricesOf = ({ sell_price, promo_price }: Terms) => ({ sell: sell_price, promo: promo_price })

const columnsOf = (lines: readonly Planned[]) => {
  const of = <Value>(value: (terms: Terms) => Value) => lines.map(({ after }) => value(after))
  return sql`${of((terms) => terms.supplier_code)}::text[], ${of((terms) => terms.sell_price)}::bigint[],
    ${of((terms) => terms.buy_price)}::bigint[], ${of((terms) => terms.promo_price)}::bigint[], ${of((terms) => terms.open)}::boolean[],
    ${of((terms) => terms.disturbed)}::boolean[], ${of((terms) => terms.stock !== null)}::boolean[],
    ${of((terms) => terms.cutoff_from)}::time[], ${of((terms) => terms.cutoff_to)}::time[]`
}

const names = sql`supplier_code, sell_price, buy_price, promo_price, open, disturbed, stocked, cutoff_from, cutoff_to`

/** Orders that left with another code until now are asked about by it. */
async function update(tx: Tx, lines: readonly Changed[], at: Date): Promise<void> {
  if (lines.length === 0) return
  await sql`
    update offer set supplier_code = news.supplier_code, sell_price = news.sell_price, buy_price = news.buy_price,
      promo_price = news.promo_price, open = news.open, disturbed = news.disturbed, stocked = news.stocked,
      cutoff_from = news.cutoff_from, cutoff_to = news.cutoff_to, updated_at = ${at},
      former_code = case when offer.supplier_code = news.supplier_code then offer.former_code else offer.supplier_code end,
      former_code_since = case when offer.supplier_code = news.supplier_code then offer.former_code_since else offer.code_since end,
      code_since = case when offer.supplier_code = news.supplier_code then offer.code_since else ${at} end
    from unnest(${lines.map(({ offerId }) => offerId)}::bigint[], ${columnsOf(lines)}) as news(id, ${names})
    where offer.id = news.id`.execute(tx)
}

async function insert({ tx, by }: Storing, lines: readonly Planned[]): Promise<{ offerId: bigint; after: Terms }[]> {
  if (lines.length === 0) return []
  const { rows } = await sql<{ id: bigint; product_id: bigint }>`
    insert into offer (seller_id, product_id, ${names})
    select ${by.memberId}, news.* from unnest(${lines.map(({ productId }) => productId)}::bigint[], ${columnsOf(lines)}) as news
    returning id, product_id`.execute(tx)
  const ids = new Map(rows.map(({ id, product_id }) => [product_id, id]))
  return lines.flatMap(({ productId, after }) => {
    const offerId = ids.get(productId)
    return offerId === undefined ? [] : [{ offerId, after }]
  })
}
