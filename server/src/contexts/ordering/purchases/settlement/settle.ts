import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Callbacks } from '#contexts/partners/callbacks/callbacks.ts'
import type { JabberResults } from '#contexts/partners/jabber/jabber.ts'
import { type PurchaseView, toView } from '#contexts/partners/purchase-status/purchase-status.ts'
import { isNotDecided, type NotDecided } from '#contexts/system/approvals/approvals.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import { ConcurrentModificationError } from '#db/concurrent-modification.ts'
import { type Database, lockedElsewhere, type Tx } from '#db/db.ts'
import { type Batcher, createBatcher, deferred } from '#jobs/batcher.ts'
import { crashPoint } from '#shared/crash-points.ts'
import { applyOutcome } from './apply-outcome.ts'
import type { Decision, Outcome, Timing } from './decide.ts'
import { type Locking, lockFor, purchaseOf } from './locked.ts'
import { publishPurchaseChanges } from './publish-changes.ts'
import { SettlementBatch } from './settlement-batch.ts'
import { write } from './write.ts'

/**
 * Turns outcomes into money, in batches: one transaction closes attempts, settles or releases holds, opens the next
 * attempt where there is one, and stores the news for buyers.
 */
export interface SettleContext {
  db: Database
  audit: Audit
  market: CatalogueSnapshot
  callbacks: Callbacks
  jabberResults: JabberResults
  timing: Timing
  refreshMarket(): Promise<void>
}

export interface Settled {
  decision: Decision['do'] | NotDecided
  view: PurchaseView
}

export type Settler = Batcher<Outcome, Settled>

/** Between two batches: many outcomes take as many statements as one (decision 0004). */
const minIntervalMs = 10

export function createSettler(context: SettleContext): Settler {
  return createBatcher<Outcome, Settled>({
    ownerOf: (outcome) => outcome.purchaseId,
    batchMax: 256,
    queueMax: Number.POSITIVE_INFINITY,
    minIntervalMs,
    lockedElsewhere,
    run: async (outcomes, { skipLocked }) => {
      crashPoint('outcome.settling')
      const settled = await settleOnWhatHolds(context, outcomes, skipLocked)
      crashPoint('outcome.settled')
      context.callbacks.committed()
      return settled
    },
  })
}

/** Prices and claims move all the time, but seldom between two looks at them. */
const roundsMax = 5

/** What had moved when it was locked is read anew, and the batch is decided again from the beginning. */
async function settleOnWhatHolds(context: SettleContext, outcomes: Outcome[], skipLocked: boolean): Promise<(Settled | typeof deferred)[]> {
  for (let round = 1; ; round++) {
    const trust = round < roundsMax ? 'memory' : 'rows'
    try {
      return await context.db.fast.transaction((tx) => settleBatch(tx, context, outcomes, { trust, skipLocked }))
    } catch (error) {
      if (!(error instanceof ConcurrentModificationError) || round > roundsMax) throw error
      await context.refreshMarket()
    }
  }
}

async function settleBatch(
  tx: Tx,
  { audit, market, callbacks, jabberResults, timing }: SettleContext,
  outcomes: Outcome[],
  locking: Locking,
): Promise<(Settled | typeof deferred)[]> {
  const locked = await lockFor(tx, market, outcomes, locking)
  const held = new Set(locking.skipLocked ? outcomes.filter(({ purchaseId }) => !locked.purchases.has(purchaseId)) : [])
  const free = outcomes.filter((outcome) => !held.has(outcome))
  const plan = new SettlementBatch()
  const decisions = new Map<Outcome, Settled['decision']>()
  for (const outcome of free) decisions.set(outcome, await applyOutcome({ tx, market, timing, locked, plan }, outcome))
  const balances = await write(
    tx,
    audit,
    plan,
    free.filter((outcome) => !isNotDecided(decisions.get(outcome))),
  )
  const changed = [...plan.changed.values()]
  await publishPurchaseChanges(
    tx,
    { callbacks, jabberResults },
    { changed, finished: changed.filter(({ id }) => plan.finished.has(id)), left: plan.left },
    balances,
  )
  crashPoint('outcome.written')
  return outcomes.map((outcome) =>
    held.has(outcome) ? deferred : { decision: decisions.get(outcome) ?? 'nothing', view: toView(purchaseOf(locked.purchases, outcome)) },
  )
}
