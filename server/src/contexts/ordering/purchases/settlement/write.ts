import { purchaseState } from '@lapak/contract/ordering/purchases'
import { reduceDebts } from '#contexts/funds/debts/debts.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import { bigints, booleans, integers, smallints, texts, timestamps } from '#db/arrays.ts'
import { ConcurrentModificationError } from '#db/concurrent-modification.ts'
import type { Statement, Tx } from '#db/db.ts'
import { purchaseHeld } from '#ledger/money-events.ts'
import { postEntries } from '#ledger/post.ts'
import { storableText } from '#shared/text.ts'
import { raiseAlerts } from '../alerts/alerts.ts'
import type { Outcome } from './decide.ts'
import { releaseGuards } from './guards.ts'
import { recordForce } from './record-force.ts'
import type { AttemptChange, SettlementBatch } from './settlement-batch.ts'
import { returnStock } from './stock-of-attempts.ts'

/** Writes the decided changes of a batch. Returns the new balances of all changed wallets. */
export async function writeSettlementBatch(tx: Tx, audit: Audit, plan: SettlementBatch, outcomes: Outcome[]): Promise<Map<bigint, bigint>> {
  await writeAttempts(tx, [...plan.attempts.values()])
  const holds = await openAttempts(tx, plan.opened)
  const balances = await postEntries(tx, [...plan.sets, ...holds])
  await writePurchases(tx, plan)
  await writeExchanges(tx, outcomes)
  await releaseGuards(tx, failedPurchases(plan))
  await returnStock(tx, plan.returnedStock)
  await reduceDebts(tx, plan.paidDebts)
  for (const one of plan.forced)
    await recordForce(tx, audit, one.forced, {
      purchaseId: one.purchaseId,
      from: purchaseState.pending,
      to: one.result.state === 'success' ? purchaseState.success : purchaseState.failed,
      description: one.result.message,
    })
  await raiseAlerts(tx, plan.alerts)
  return balances
}

/**
 * Due times use the clock of the database, as claims do. The rows are selected by `any` in addition to the join, because a plan that was cached while
 * the table was empty would read the whole table if there were only the join.
 */
const updateAttempts: Statement = {
  name: 'purchases.update-attempts',
  text: `
  update attempt set state = given.state, message = given.message, code_missing = given.code_missing, partial = given.partial, buyers_fault = given.buyers_fault, took_ms = coalesce(given.took_ms, attempt.took_ms),
    asks = least(attempt.asks + given.called::integer, 32767), supplier_reference = coalesce(given.supplier_reference, attempt.supplier_reference),
    due_at = case when given.keeps_claim then attempt.due_at else coalesce(now() + given.due_in_ms * interval '1 millisecond', '9999-12-31'::timestamptz) end,
    claimed_by = case when given.keeps_claim then attempt.claimed_by end, updated_at = now()
  from unnest($1::bigint[], $2::smallint[], $3::integer[], $4::text[], $5::integer[], $6::boolean[], $7::text[], $8::integer[], $9::boolean[], $10::boolean[], $11::boolean[], $12::boolean[])
    as given(id, state, due_in_ms, message, took_ms, called, supplier_reference, claims, keeps_claim, buyers_fault, code_missing, partial)
  where attempt.id = any($1::bigint[]) and attempt.id = given.id and attempt.claims = given.claims
  returning attempt.id`,
}

/** Throws `ConcurrentModificationError` if an attempt was claimed after it was read, because the decision may no longer apply. */
async function writeAttempts(tx: Tx, changes: AttemptChange[]) {
  if (changes.length === 0) return
  const written = await tx.run(updateAttempts, [
    bigints(changes.map((one) => one.id)),
    smallints(changes.map((one) => one.state)),
    integers(changes.map((one) => one.dueInMs)),
    texts(changes.map((one) => one.message)),
    integers(changes.map((one) => one.tookMs)),
    booleans(changes.map((one) => one.called)),
    texts(changes.map((one) => one.supplierReference)),
    integers(changes.map((one) => one.claims)),
    booleans(changes.map((one) => one.keepsClaim)),
    booleans(changes.map((one) => one.buyersFault)),
    booleans(changes.map((one) => one.codeMissing)),
    booleans(changes.map((one) => one.partial)),
  ])
  if (written.length < changes.length) throw new ConcurrentModificationError()
}

const insertAttempts: Statement = {
  name: 'purchases.insert-attempts',
  text: `
  insert into attempt (id, purchase_id, seller_id, offer_id, price, number, stocked)
  select nextval('attempt_id'), purchase_id, seller_id, offer_id, price, number, stocked
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::smallint[], $6::boolean[])
    as given(purchase_id, seller_id, offer_id, price, number, stocked)
  returning id, purchase_id`,
}

/** Opens the attempts at the next sellers, each with its hold. */
async function openAttempts(tx: Tx, opened: SettlementBatch['opened']) {
  if (opened.length === 0) return []
  const rows = await tx.run<{ id: bigint; purchase_id: bigint }>(insertAttempts, [
    bigints(opened.map(({ purchase }) => purchase.id)),
    bigints(opened.map(({ purchase }) => purchase.seller_id)),
    bigints(opened.map(({ purchase }) => purchase.offer_id)),
    bigints(opened.map(({ purchase }) => purchase.price)),
    smallints(opened.map(({ number }) => number)),
    booleans(opened.map(({ stocked }) => stocked)),
  ])
  const ids = new Map(rows.map((row) => [row.purchase_id, row.id]))
  return opened.map(({ purchase }) =>
    purchaseHeld({ attempt: ids.get(purchase.id) as bigint, buyer: purchase.buyer_id, price: purchase.price }),
  )
}

const updatePurchases: Statement = {
  name: 'purchases.update',
  text: `
  update purchase set seller_id = given.seller_id, offer_id = given.offer_id, price = given.price, fee = given.fee, transactionrc = given.transactionrc,
    version = given.version, updated_at = given.updated_at, serialnumber = given.serialnumber, description = given.description
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::smallint[], $7::integer[], $8::timestamptz[], $9::text[], $10::text[])
    as given(id, seller_id, offer_id, price, fee, transactionrc, version, updated_at, serialnumber, description)
  where purchase.id = any($1::bigint[]) and purchase.id = given.id`,
}

async function writePurchases(tx: Tx, plan: SettlementBatch) {
  const changed = [...plan.changed.values()]
  if (changed.length === 0) return
  await tx.run(updatePurchases, [
    bigints(changed.map((one) => one.id)),
    bigints(changed.map((one) => one.seller_id)),
    bigints(changed.map((one) => one.offer_id)),
    bigints(changed.map((one) => one.price)),
    bigints(changed.map((one) => one.fee)),
    smallints(changed.map((one) => one.transactionrc)),
    integers(changed.map((one) => one.version)),
    timestamps(changed.map((one) => one.updated_at)),
    texts(changed.map((one) => one.serialnumber)),
    texts(changed.map((one) => one.description)),
  ])
}

const insertExchanges: Statement = {
  name: 'purchases.exchanges',
  text: `
  insert into exchange (attempt_id, kind, state, took_ms, request, answer)
  select * from unnest($1::bigint[], $2::text[], $3::text[], $4::integer[], $5::text[], $6::text[])`,
}

/** Stores the requests and answers of all outcomes, whatever was decided. */
async function writeExchanges(tx: Tx, outcomes: Outcome[]) {
  await tx.run(insertExchanges, [
    bigints(outcomes.map((one) => one.attemptId)),
    texts(outcomes.map((one) => one.source)),
    texts(outcomes.map((one) => one.result.state)),
    integers(outcomes.map((one) => one.tookMs)),
    texts(outcomes.map((one) => storableText(one.request, 4000))),
    texts(outcomes.map((one) => storableText(one.answer, 4000))),
  ])
}

/** A failed order was not sold, so repeating it is not a probable double. */
const failedPurchases = ({ finished, changed }: SettlementBatch): bigint[] =>
  [...finished].filter((id) => changed.get(id)?.transactionrc === purchaseState.failed)
