import type { Database, Statement, Tx } from '#core/db.ts'
import { passing } from '#core/fault.ts'
import { type Gatherer, gather } from '#core/gather.ts'
import { storable } from '#core/text.ts'
import { type EntrySet, purchaseHeld, purchaseReleased, purchaseSettled } from '#ledger/entries.ts'
import { lockWallets, post } from '#ledger/post.ts'
import { saleFee } from '#money/fee.ts'
import type { Callbacks } from '../../callbacks/callbacks.ts'
import type { Market } from '../../market/market.ts'
import { type PurchaseView, toView } from '../../purchase-view/purchase-view.ts'
import { attemptState } from './attempt-state.ts'
import { type Decision, decide, type Outcome, type Timing } from './decide.ts'
import { lockStock, nextSeller } from './failover.ts'
import { failureForBuyer } from './reason.ts'

/**
 * Turns outcomes into money, in batches: one transaction closes attempts, settles or releases holds, opens the next
 * attempt where there is one, and stores the news for buyers. Locks are taken in one order everywhere: purchases by id,
 * then wallets by id, then stock.
 */
export interface SettleContext {
  db: Database
  market: Market
  callbacks: Callbacks
  timing: Timing
  now: () => Date
}

export interface Settled {
  decision: Decision['do']
  view: PurchaseView
}

export type Settler = Gatherer<Outcome, Settled>

export function createSettler(context: SettleContext): Settler {
  return gather<Outcome, Settled>({
    ownerOf: (outcome) => outcome.purchaseId,
    batchMax: 256,
    queueMax: Number.POSITIVE_INFINITY,
    run: async (outcomes) => {
      passing('outcome.settling')
      const settled = await context.db.fast.transaction((tx) => settleBatch(tx, context, outcomes))
      passing('outcome.settled')
      context.callbacks.committed()
      return settled
    },
  })
}

export interface LockedPurchase {
  id: bigint
  buyer_id: bigint
  seller_id: bigint
  offer_id: bigint
  product_id: bigint
  inquiry_id: bigint | null
  pinned: boolean
  price: bigint
  fee: bigint
  amount: bigint | null
  maxprice: bigint | null
  counter: number
  transactionrc: 0 | 1 | 2
  version: number
  created_at: Date
  updated_at: Date
  refunded_at: Date | null
  reffclient: string
  product_code: string
  target: string
  serialnumber: string | null
  description: string | null
  callback_url: string | null
}

/** By name: a statement prepared for `*` would fail for ever on connections that are older than a new column. */
const lockPurchases: Statement = {
  name: 'purchases.lock',
  text: `select id, buyer_id, seller_id, offer_id, product_id, inquiry_id, pinned, price, fee, amount, maxprice, counter, transactionrc, version,
    created_at, updated_at, refunded_at, reffclient, product_code, target, serialnumber, description, callback_url
    from purchase where id = any($1::bigint[]) order by id for update`,
}

interface AttemptRow {
  id: bigint
  purchase_id: bigint
  offer_id: bigint
  price: bigint
  number: number
  state: number
  asks: number
  sent_at: Date | null
}

/** All attempts of the purchases: a failing one must know which sellers were tried. */
const readAttempts: Statement = {
  name: 'purchases.attempts',
  text: 'select id, purchase_id, offer_id, price, number, state, asks, sent_at from attempt where purchase_id = any($1::bigint[])',
}

const readDebts: Statement = {
  name: 'purchases.debts',
  text: 'select seller_id, amount from seller_debt where seller_id = any($1::bigint[]) and amount > 0 order by seller_id for update',
}

interface AttemptChange {
  id: bigint
  state: number
  dueAt: Date
  message: string
  tookMs: number | null
  asked: boolean
  supplierReference: string | null
}

/** What a batch will write, gathered while deciding. */
class Plan {
  readonly attempts = new Map<bigint, AttemptChange>()
  readonly changed = new Map<bigint, LockedPurchase>()
  readonly finished = new Set<bigint>()
  readonly sets: EntrySet[] = []
  readonly opened: { purchase: LockedPurchase; number: number }[] = []
  readonly alerts: { purchaseId: bigint; attemptId: bigint; kind: string; message: string }[] = []
  readonly returnedStock: bigint[] = []
  /** Decided by a person; the outcomes of others who came too late are not among them. */
  readonly forced: Outcome[] = []
  readonly paidDebts = new Map<bigint, bigint>()
}

export async function lockPurchasesById(tx: Tx, ids: bigint[]): Promise<Map<bigint, LockedPurchase>> {
  const rows = await tx.run<LockedPurchase>(lockPurchases, [ids])
  return new Map(rows.map((row) => [row.id, row]))
}

async function settleBatch(tx: Tx, context: SettleContext, outcomes: Outcome[]): Promise<Settled[]> {
  const ids = [...new Set(outcomes.map((outcome) => outcome.purchaseId))]
  const purchases = await lockPurchasesById(tx, ids)
  const attempts = await tx.run<AttemptRow>(readAttempts, [ids])
  const batch = new Batch(tx, context, purchases, attempts)
  await batch.lockMoney(outcomes)
  const decisions: Decision['do'][] = []
  for (const outcome of outcomes) decisions.push(await batch.take(outcome))
  await batch.write(outcomes)
  passing('outcome.written')
  return outcomes.map((outcome, index) => ({ decision: decisions[index] ?? 'nothing', view: toView(purchaseOf(purchases, outcome)) }))
}

function purchaseOf(purchases: Map<bigint, LockedPurchase>, outcome: Outcome): LockedPurchase {
  const purchase = purchases.get(outcome.purchaseId)
  if (purchase === undefined) throw new Error(`an outcome names purchase ${outcome.purchaseId}, which does not exist`)
  return purchase
}

/** The decisions of one batch over rows that are locked. Two outcomes of one purchase are taken in the order they came. */
class Batch {
  readonly #tx: Tx
  readonly #context: SettleContext
  readonly #purchases: Map<bigint, LockedPurchase>
  readonly #attempts: Map<bigint, AttemptRow>
  readonly #plan = new Plan()
  #balances = new Map<bigint, bigint>()
  #debts = new Map<bigint, bigint>()

  constructor(tx: Tx, context: SettleContext, purchases: Map<bigint, LockedPurchase>, attempts: AttemptRow[]) {
    this.#tx = tx
    this.#context = context
    this.#purchases = purchases
    this.#attempts = new Map(attempts.map((attempt) => [attempt.id, attempt]))
  }

  /** Failures may hold again at another price, so they must know the balance; successes must know what the seller owes. */
  async lockMoney(outcomes: Outcome[]) {
    const sellers = outcomes
      .filter((outcome) => outcome.result.state === 'success')
      .map((outcome) => purchaseOf(this.#purchases, outcome).seller_id)
    if (sellers.length > 0) {
      const debts = await this.#tx.run<{ seller_id: bigint; amount: bigint }>(readDebts, [[...new Set(sellers)]])
      this.#debts = new Map(debts.map((debt) => [debt.seller_id, debt.amount]))
    }
    const failing = outcomes.filter(({ result }) => result.state === 'failed' || result.state === 'unsent')
    if (failing.length === 0) return
    const failed = failing.map((outcome) => purchaseOf(this.#purchases, outcome))
    this.#balances = await lockWallets(this.#tx, [...new Set([...failed.map(({ buyer_id }) => buyer_id), ...sellers])])
    await lockStock(this.#tx, this.#context.market, failed)
  }

  async take(outcome: Outcome): Promise<Decision['do']> {
    const purchase = purchaseOf(this.#purchases, outcome)
    const attempt = this.#attempts.get(outcome.attemptId)
    if (attempt === undefined) throw new Error(`an outcome names attempt ${outcome.attemptId}, which does not exist`)
    const decision = decide(
      { state: attempt.state, asks: attempt.asks, sentAt: attempt.sent_at },
      outcome,
      this.#context.now(),
      this.#context.timing,
    )
    if (outcome.forcedBy !== undefined && (decision.do === 'succeed' || decision.do === 'fail')) this.#plan.forced.push(outcome)
    switch (decision.do) {
      case 'succeed':
        this.#succeed(purchase, attempt, outcome, decision.serialNumber)
        break
      case 'fail':
        await this.#fail(purchase, attempt, outcome, decision.state)
        break
      case 'wait':
        this.#change(attempt, outcome, decision.state, decision.dueAt)
        if (decision.alert) this.#alert(attempt, 'unknown_too_long', `Belum ada kepastian: ${outcome.result.message}`)
        break
      case 'send-again':
        this.#change(attempt, outcome, attemptState.queued, this.#context.now())
        break
      case 'alert-contradiction':
        this.#alert(attempt, 'contradiction', `Jawaban ${outcome.result.state} datang setelah status akhir: ${outcome.result.message}`)
        break
      case 'nothing':
        break
    }
    return decision.do
  }

  #change(attempt: AttemptRow, outcome: Outcome, state: number, dueAt: Date) {
    attempt.state = state
    this.#plan.attempts.set(attempt.id, {
      id: attempt.id,
      state,
      dueAt,
      message: storable(outcome.result.message, 500),
      tookMs: outcome.source === 'order' ? outcome.tookMs : null,
      asked: outcome.source === 'order' || outcome.source === 'status',
      supplierReference:
        'supplierReference' in outcome.result && outcome.result.supplierReference !== null
          ? storable(outcome.result.supplierReference, 100)
          : null,
    })
  }

  #alert(attempt: AttemptRow, kind: string, message: string) {
    this.#plan.alerts.push({ purchaseId: attempt.purchase_id, attemptId: attempt.id, kind, message: storable(message, 500) })
  }

  #finish(purchase: LockedPurchase, transactionrc: 1 | 2, serialnumber: string | null, description: string | null) {
    purchase.transactionrc = transactionrc
    purchase.serialnumber = serialnumber === null ? null : storable(serialnumber, 200)
    purchase.description = description === null ? null : storable(description, 300)
    this.#touch(purchase)
    this.#plan.finished.add(purchase.id)
  }

  #touch(purchase: LockedPurchase) {
    if (!this.#plan.changed.has(purchase.id)) purchase.version += 1
    purchase.updated_at = this.#context.now()
    this.#plan.changed.set(purchase.id, purchase)
  }

  #succeed(purchase: LockedPurchase, attempt: AttemptRow, outcome: Outcome, serialNumber: string | null) {
    this.#change(attempt, outcome, attemptState.success, this.#context.now())
    const earned = purchase.price - purchase.fee
    const owed = this.#debts.get(purchase.seller_id) ?? 0n
    const recovered = owed < earned ? owed : earned
    if (recovered > 0n) {
      this.#debts.set(purchase.seller_id, owed - recovered)
      this.#plan.paidDebts.set(purchase.seller_id, (this.#plan.paidDebts.get(purchase.seller_id) ?? 0n) + recovered)
    }
    this.#plan.sets.push(
      purchaseSettled({
        attempt: attempt.id,
        buyer: purchase.buyer_id,
        seller: purchase.seller_id,
        price: purchase.price,
        fee: purchase.fee,
        recovered,
      }),
    )
    this.#finish(purchase, 1, serialNumber, outcome.source === 'force' ? outcome.result.message : null)
  }

  async #fail(purchase: LockedPurchase, attempt: AttemptRow, outcome: Outcome, state: number) {
    this.#change(attempt, outcome, state, this.#context.now())
    const offer = this.#context.market.offers.get(purchase.offer_id)
    if (offer?.stocked) this.#plan.returnedStock.push(offer.id)
    this.#plan.sets.push(purchaseReleased({ attempt: attempt.id, buyer: purchase.buyer_id, price: purchase.price }))
    const available = (this.#balances.get(purchase.buyer_id) ?? 0n) + purchase.price
    const tried = this.#triedOffers(purchase.id)
    // A person's word is final: after a forced failure no further seller is asked.
    const next =
      outcome.source === 'force' ? null : await nextSeller(this.#tx, this.#context.market, purchase, tried, available, this.#context.now())
    if (next === null) {
      this.#balances.set(purchase.buyer_id, available)
      this.#finish(purchase, 2, null, outcome.source === 'force' ? outcome.result.message : failureForBuyer(outcome.result.message))
      return
    }
    this.#balances.set(purchase.buyer_id, available - next.price)
    purchase.seller_id = next.candidate.offer.sellerId
    purchase.offer_id = next.candidate.offer.id
    purchase.price = next.price
    purchase.fee = saleFee(next.price, this.#context.market.fee)
    this.#touch(purchase)
    this.#plan.opened.push({ purchase, number: attempt.number + 1 })
  }

  #triedOffers(purchaseId: bigint): Set<bigint> {
    return new Set([...this.#attempts.values()].filter((attempt) => attempt.purchase_id === purchaseId).map((attempt) => attempt.offer_id))
  }

  async write(outcomes: Outcome[]) {
    const { sets, opened } = this.#plan
    await this.#writeAttempts()
    const fresh = opened.length === 0 ? [] : await this.#openAttempts()
    const holds = opened.map(({ purchase }, index) =>
      purchaseHeld({ attempt: fresh[index] as bigint, buyer: purchase.buyer_id, price: purchase.price }),
    )
    const balances = await post(this.#tx, [...sets, ...holds])
    await this.#writePurchases()
    await this.#writeRest(outcomes)
    await this.#tellBuyers(balances)
  }

  async #writeAttempts() {
    const changes = [...this.#plan.attempts.values()]
    if (changes.length === 0) return
    await this.#tx.run(updateAttempts, [
      changes.map((one) => one.id),
      changes.map((one) => one.state),
      changes.map((one) => one.dueAt),
      changes.map((one) => one.message),
      changes.map((one) => one.tookMs),
      changes.map((one) => one.asked),
      changes.map((one) => one.supplierReference),
    ])
  }

  async #openAttempts(): Promise<bigint[]> {
    const { opened } = this.#plan
    const rows = await this.#tx.run<{ id: bigint }>(insertAttempts, [
      opened.map(({ purchase }) => purchase.id),
      opened.map(({ purchase }) => purchase.seller_id),
      opened.map(({ purchase }) => purchase.offer_id),
      opened.map(({ purchase }) => purchase.price),
      opened.map(({ number }) => number),
    ])
    const ids = new Map(rows.map((row) => [(row as { id: bigint; purchase_id: bigint }).purchase_id, row.id]))
    return opened.map(({ purchase }) => ids.get(purchase.id) as bigint)
  }

  async #writePurchases() {
    const changed = [...this.#plan.changed.values()]
    if (changed.length === 0) return
    await this.#tx.run(updatePurchases, [
      changed.map((one) => one.id),
      changed.map((one) => one.seller_id),
      changed.map((one) => one.offer_id),
      changed.map((one) => one.price),
      changed.map((one) => one.fee),
      changed.map((one) => one.transactionrc),
      changed.map((one) => one.version),
      changed.map((one) => one.updated_at),
      changed.map((one) => one.serialnumber),
      changed.map((one) => one.description),
    ])
  }

  async #writeRest(outcomes: Outcome[]) {
    const { alerts, returnedStock, paidDebts, finished } = this.#plan
    await this.#tx.run(insertExchanges, [
      outcomes.map((one) => one.attemptId),
      outcomes.map((one) => one.source),
      outcomes.map((one) => one.result.state),
      outcomes.map((one) => one.tookMs),
      outcomes.map((one) => storable(one.request, 4000)),
      outcomes.map((one) => storable(one.answer, 4000)),
    ])
    const failed = [...finished].filter((id) => this.#purchases.get(id)?.transactionrc === 2)
    if (failed.length > 0) await this.#tx.run(freeGuards, [failed])
    if (returnedStock.length > 0) await this.#tx.run(giveBackStock, [returnedStock])
    if (paidDebts.size > 0) await this.#tx.run(reduceDebts, [[...paidDebts.keys()], [...paidDebts.values()]])
    for (const one of this.#plan.forced)
      await this.#tx.run(insertForce, [one.purchaseId, one.forcedBy, 0, one.result.state === 'success' ? 1 : 2, one.result.message])
    if (alerts.length > 0) {
      await this.#tx.run(insertAlerts, [
        alerts.map((one) => one.purchaseId),
        alerts.map((one) => one.attemptId),
        alerts.map((one) => one.kind),
        alerts.map((one) => one.message),
      ])
    }
  }

  async #tellBuyers(balances: Map<bigint, bigint>) {
    const changed = [...this.#plan.changed.values()]
    if (changed.length === 0) return
    const finished = changed.filter((purchase) => this.#plan.finished.has(purchase.id))
    await this.#context.callbacks.store(this.#tx, finished.map(toView), balances)
    await this.#tx.run(tellChanges, [changesPayload(changed)])
  }
}

/** `buyer:purchase` pairs; a NOTIFY carries less than 8000 bytes, and what does not fit is seen at the page's next refresh. */
export const changesPayload = (purchases: Pick<LockedPurchase, 'id' | 'buyer_id'>[]): string => {
  const pairs = purchases.map((purchase) => `${purchase.buyer_id}:${purchase.id}`)
  while (pairs.join(' ').length > 7900) pairs.pop()
  return pairs.join(' ')
}

const updateAttempts: Statement = {
  name: 'purchases.update-attempts',
  text: `
  update attempt set state = given.state, due_at = given.due_at, message = given.message, took_ms = coalesce(given.took_ms, attempt.took_ms),
    asks = attempt.asks + given.asked::integer, supplier_reference = coalesce(given.supplier_reference, attempt.supplier_reference),
    claimed_by = null, updated_at = now()
  from unnest($1::bigint[], $2::smallint[], $3::timestamptz[], $4::text[], $5::integer[], $6::boolean[], $7::text[])
    as given(id, state, due_at, message, took_ms, asked, supplier_reference)
  where attempt.id = given.id`,
}

const insertAttempts: Statement = {
  name: 'purchases.insert-attempts',
  text: `
  insert into attempt (id, purchase_id, seller_id, offer_id, price, number)
  select nextval('attempt_id'), purchase_id, seller_id, offer_id, price, number
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::smallint[]) as given(purchase_id, seller_id, offer_id, price, number)
  returning id, purchase_id`,
}

const updatePurchases: Statement = {
  name: 'purchases.update',
  text: `
  update purchase set seller_id = given.seller_id, offer_id = given.offer_id, price = given.price, fee = given.fee, transactionrc = given.transactionrc,
    version = given.version, updated_at = given.updated_at, serialnumber = given.serialnumber, description = given.description
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::smallint[], $7::integer[], $8::timestamptz[], $9::text[], $10::text[])
    as given(id, seller_id, offer_id, price, fee, transactionrc, version, updated_at, serialnumber, description)
  where purchase.id = given.id`,
}

const insertExchanges: Statement = {
  name: 'purchases.exchanges',
  text: `
  insert into exchange (attempt_id, kind, state, took_ms, request, answer)
  select * from unnest($1::bigint[], $2::text[], $3::text[], $4::integer[], $5::text[], $6::text[])`,
}

/** A failed order was no sale, so ordering the same again is not a double. */
const freeGuards: Statement = {
  name: 'purchases.free-guards',
  text: `
  delete from recent_order using purchase
  where purchase.id = any($1::bigint[]) and recent_order.purchase_id = purchase.id
    and recent_order.key = recent_order_key(purchase.buyer_id, purchase.product_id, purchase.target, purchase.counter)`,
}

const giveBackStock: Statement = {
  name: 'purchases.give-back-stock',
  text: `
  update offer_stock set remaining = remaining + given.count
  from (select offer_id, count(*) from unnest($1::bigint[]) as offer_id group by offer_id) given where offer_stock.offer_id = given.offer_id`,
}

const reduceDebts: Statement = {
  name: 'purchases.reduce-debts',
  text: 'update seller_debt set amount = seller_debt.amount - given.amount from unnest($1::bigint[], $2::bigint[]) as given(seller_id, amount) where seller_debt.seller_id = given.seller_id',
}

const insertForce: Statement = {
  name: 'purchases.force',
  text: 'insert into purchase_force (purchase_id, member_id, from_state, to_state, description) values ($1, $2, $3, $4, $5)',
}

const insertAlerts: Statement = {
  name: 'purchases.alerts',
  text: `
  insert into purchase_alert (purchase_id, attempt_id, kind, message)
  select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) on conflict (attempt_id, kind) do nothing`,
}

const tellChanges: Statement = { name: 'purchases.tell', text: `select pg_notify('purchases', $1)` }
