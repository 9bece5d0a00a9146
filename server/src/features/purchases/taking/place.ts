import type { Database, FastPool, Statement } from '#core/db.ts'
import { type Gatherer, gather } from '#core/gather.ts'
import { lockWalletsSql } from '#ledger/balance.ts'
import { purchaseHeldSql } from '#ledger/entries.ts'
import { nextSet, postingSql } from '#ledger/post.ts'
import type { TargetKind } from '../../operators/operators.ts'

/** An order that is routed and priced, ready to be written. */
export interface Placement {
  buyerId: bigint
  reffclient: string
  productId: bigint
  productCode: string
  target: string
  /** How the target was read from what the buyer wrote. */
  targetKind: TargetKind
  counter: number
  offerId: bigint
  /** The version of the offer that the price was read from; a moved one is priced again. */
  offerVersion: bigint
  stocked: boolean
  sellerId: bigint
  price: bigint
  fee: bigint
  amount: bigint | null
  maxprice: bigint | null
  inquiryId: bigint | null
  /** The buyer chose this offer itself: it is tried alone. */
  pinned: boolean
  channel: number
  callbackUrl: string | null
  /** Minutes of the double guard; 0 is off. */
  guardMinutes: number
}

export type Placed =
  | { verdict: 'placed'; id: bigint; attemptId: bigint; balance: bigint; at: Date }
  /** The reference is used already, by this order or another one. */
  | { verdict: 'known' }
  | { verdict: 'stale' | 'double' | 'sold_out' | 'token' | 'low' }

/**
 * One statement places a whole batch, with one commit: lock the wallets in id order, see which orders each can pay by a
 * running sum, insert with ON CONFLICT as the only test for used references, and post the holds. Each step hands the orders
 * on with a column more; steps are never joined with one another, because a plan made for one row compares each with each.
 * A step runs when a later one first reads from it, so each that locks counts the one before: wallets, stock, bills. Without
 * that two processes lock bills and wallets crosswise.
 * See docs/decisions/0004-placing-in-batches.md for that and for what happens when a batch searches references.
 */
const placeBatch: Statement = {
  name: 'purchases.place',
  text: `
  with ask as (
    select *
    from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::smallint[], $7::bigint[], $8::bigint[], $9::boolean[], $10::bigint[],
      $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::smallint[], $17::text[], $18::integer[], $23::boolean[], $24::text[]) with ordinality
      as ask(buyer_id, reffclient, product_id, product_code, target, counter, offer_id, offer_version, stocked, seller_id,
        price, fee, amount, maxprice, inquiry_id, channel, callback_url, guard_minutes, pinned, target_kind, n)
  ),
  locked as materialized (
    ${lockWalletsSql('$19')}
  ),
  stock as materialized (
    select offer_id, remaining from offer_stock where offer_id = any($20::bigint[]) and (select count(*) from locked) >= 0 order by offer_id for update
  ),
  unpaid as materialized (
    select id from inquiry where id = any($21::bigint[]) and (select count(*) from stock) >= 0 and purchase_id is null and expires_at > now()
    order by id for update
  ),
  guarded_ask as materialized (
    select ask.*, case when guard_minutes > 0 then recent_order_key(buyer_id, product_id, target, counter) end as guard_key from ask
  ),
  checked as (
    select guarded_ask.*,
      (select offer.version from offer where offer.id = guarded_ask.offer_id) is distinct from offer_version as stale,
      coalesce((select recent_order.until > now() from recent_order where recent_order.key = guarded_ask.guard_key), false)
        or (guard_key is not null and row_number() over (partition by guard_key order by n) > 1) as doubled,
      inquiry_id is not null and (
        not exists (select from unpaid where unpaid.id = guarded_ask.inquiry_id) or row_number() over (partition by inquiry_id order by n) > 1
      ) as token_spent
    from guarded_ask
  ),
  sound as (
    select checked.*, not (stale or doubled or token_spent) as sound from checked
  ),
  weighed as (
    select sound.*, locked.balance, stock.remaining,
      locked.balance - sum(price) filter (where sound) over (partition by buyer_id order by n) as rest,
      stock.remaining - count(*) filter (where sound) over (partition by sound.offer_id order by n) as stock_rest
    from sound
    left join locked on locked.member_id = sound.buyer_id
    left join stock on stock.offer_id = sound.offer_id and sound.stocked
  ),
  fit as (
    select weighed.*, coalesce(sound and rest >= 0 and (not stocked or stock_rest >= 0), false) as fits from weighed
  ),
  numbered as materialized (
    select fit.*, case when fits then nextval('purchase_id') end as id, case when fits then nextval('attempt_id') end as attempt_id,
      case when fits then ${nextSet} end as set_id
    from fit
  ),
  placed as (
    insert into purchase (id, buyer_id, seller_id, offer_id, product_id, inquiry_id, price, fee, amount, maxprice, counter, channel,
      reffclient, product_code, target, target_kind, callback_url, pinned)
    select id, buyer_id, seller_id, offer_id, product_id, inquiry_id, price, fee, amount, maxprice, counter, channel,
      reffclient, product_code, target, target_kind, callback_url, pinned
    from numbered where fits order by id
    on conflict (buyer_id, reffclient) do nothing
    returning id
  ),
  outcome as materialized (
    select numbered.*, fits and id in (select placed.id from placed) as is_placed from numbered
  ),
  done as not materialized (select * from outcome where is_placed),
  guard as (
    insert into recent_order (key, purchase_id, until)
    select guard_key, id, now() + guard_minutes * interval '1 minute' from done where guard_key is not null order by guard_key
    on conflict (key) do update set purchase_id = excluded.purchase_id, until = excluded.until where recent_order.until <= now()
    returning key
  ),
  first_attempt as (
    insert into attempt (id, purchase_id, seller_id, offer_id, price, number, stocked)
    select attempt_id, id, seller_id, offer_id, price, 1, stocked from done order by attempt_id
  ),
  reserved as (
    update offer_stock set remaining = taken.rest
    from (select offer_id, min(remaining) - count(*) as rest from done where stocked group by offer_id) taken
    where offer_stock.offer_id = taken.offer_id
  ),
  paid as (
    update inquiry set purchase_id = done.id from done where inquiry.id = done.inquiry_id
  ),
  leg as materialized (${purchaseHeldSql('done')}
  ),
  ${postingSql}
  select n, id, attempt_id, now() as at,
    (balance - sum(price) filter (where is_placed) over (partition by buyer_id order by set_id))::bigint as balance,
    case
      when is_placed then 'placed'
      when stale then 'stale'
      when token_spent then 'token'
      when doubled then 'double'
      when rest is null or rest < 0 then 'low'
      when not fits then 'sold_out'
      else 'known'
    end as verdict,
    case when (select count(*) from guard) < (select count(*) from done where guard_key is not null) then refuse_race() end,
    case when $22 and n = 1 then pg_notify('attempts', '') end
  from outcome
  order by n`,
}

const findKnown: Statement = {
  name: 'purchases.known',
  text: `
  select asked.n
  from unnest($1::bigint[], $2::text[]) with ordinality as asked(buyer_id, reffclient, n)
  where exists (select from purchase where purchase.buyer_id = asked.buyer_id and purchase.reffclient = asked.reffclient)`,
}

interface PlacedRow {
  n: bigint
  id: bigint | null
  attempt_id: bigint | null
  balance: bigint | null
  at: Date
  verdict: Placed['verdict']
}

export interface PlacerOptions {
  queueMax: number
  /** True when other processes send the orders, so that they must be told by NOTIFY, once per batch. */
  notify: boolean
}

export type Placer = Gatherer<Placement, Placed>

/** Gathers orders and places them in batches; see `gather` for what it promises to each of them. */
export function createPlacer(db: Database, { queueMax, notify }: PlacerOptions): Placer {
  return gather<Placement, Placed>({
    ownerOf: (placement) => placement.buyerId,
    batchMax: 256,
    queueMax,
    run: (batch) => placeSettled(db.fast, batch, notify),
  })
}

/**
 * Two cases need a second look, both decided in favour of certainty. A reference that exists already answers as known,
 * whatever else was wrong with the order. And an order that seemed too expensive only because of neighbours in its batch
 * that were then not placed is tried again without them.
 */
async function placeSettled(fast: FastPool, batch: Placement[], notify: boolean): Promise<Placed[]> {
  const results = await placeOnce(fast, batch, notify)
  const refused = results.flatMap((result, index) => (result.verdict === 'placed' || result.verdict === 'known' ? [] : [index]))
  if (refused.length === 0) return results
  await markKnown(fast, batch, results, refused)
  const buyersWithGaps = new Set(
    batch
      .filter((_, index) => !['placed', 'low', 'sold_out'].includes(results[index]?.verdict ?? ''))
      .map((placement) => placement.buyerId),
  )
  const again = refused.filter((index) => isLow(results[index]) && buyersWithGaps.has(batch[index]?.buyerId ?? 0n))
  for (const index of again) {
    const [result] = await placeOnce(fast, [batch[index] as Placement], notify)
    if (result) results[index] = result
  }
  return results
}

const isLow = (result: Placed | undefined) => result?.verdict === 'low' || result?.verdict === 'sold_out'

async function markKnown(fast: FastPool, batch: Placement[], results: Placed[], refused: number[]) {
  const asked = refused.map((index) => batch[index] as Placement)
  const known = await fast.run<{ n: bigint }>(findKnown, [asked.map((one) => one.buyerId), asked.map((one) => one.reffclient)])
  for (const { n } of known) results[refused[Number(n) - 1] as number] = { verdict: 'known' }
}

/** A lost race over a recent order rolls the whole batch back; the next round sees the winner. */
async function placeOnce(fast: FastPool, batch: Placement[], notify: boolean): Promise<Placed[]> {
  for (let round = 1; ; round++) {
    try {
      const rows = await fast.run<PlacedRow>(placeBatch, columns(batch, notify))
      return rows.map(toPlaced)
    } catch (error) {
      const raced = typeof error === 'object' && error !== null && 'code' in error && error.code === '40001'
      if (!raced || round >= 5) throw error
    }
  }
}

function toPlaced(row: PlacedRow): Placed {
  if (row.verdict !== 'placed') return { verdict: row.verdict }
  if (row.id === null || row.attempt_id === null || row.balance === null) throw new Error('a placed order came back without its hold')
  return { verdict: 'placed', id: row.id, attemptId: row.attempt_id, balance: row.balance, at: row.at }
}

const distinct = (ids: (bigint | null)[]) => [...new Set(ids.filter((id) => id !== null))]

function columns(batch: Placement[], notify: boolean): unknown[] {
  return [
    batch.map((one) => one.buyerId),
    batch.map((one) => one.reffclient),
    batch.map((one) => one.productId),
    batch.map((one) => one.productCode),
    batch.map((one) => one.target),
    batch.map((one) => one.counter),
    batch.map((one) => one.offerId),
    batch.map((one) => one.offerVersion),
    batch.map((one) => one.stocked),
    batch.map((one) => one.sellerId),
    batch.map((one) => one.price),
    batch.map((one) => one.fee),
    batch.map((one) => one.amount),
    batch.map((one) => one.maxprice),
    batch.map((one) => one.inquiryId),
    batch.map((one) => one.channel),
    batch.map((one) => one.callbackUrl),
    batch.map((one) => one.guardMinutes),
    distinct(batch.map((one) => one.buyerId)),
    distinct(batch.map((one) => (one.stocked ? one.offerId : null))),
    distinct(batch.map((one) => one.inquiryId)),
    notify,
    batch.map((one) => one.pinned),
    batch.map((one) => one.targetKind),
  ]
}
