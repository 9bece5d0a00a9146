import { type PreviewLine, type PurchaseAct, purchaseActs, purchaseStateLabels } from '@lapak/contract/ordering/purchases'
import { refusals } from '@lapak/contract/shared/refusals'
import { sql } from 'kysely'
import { exceedsSoloLimit, secondAdminFrom } from '#contexts/system/approvals/approvals.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { stateOf } from '../queries/lists.queries.ts'

interface PreviewDeps {
  db: Database
  settings: Settings
}

/** The effect that a decision would have on each purchase now. The decision checks it again under a lock. */
export async function previewMany(
  deps: PreviewDeps,
  memberId: bigint,
  { act, ids }: { act: PurchaseAct; ids: bigint[] },
): Promise<PreviewLine[]> {
  const { db } = deps
  const rows = new Map((await readLines(db.read, ids)).map((row) => [row.id, row]))
  const found = [...new Set(ids)].flatMap((id) => rows.get(id) ?? [])
  const possible = found.filter((row) => whyNot(row, act, memberId) === null)
  const rule = 'purchases.secondAdminFrom'
  const wishes = possible.map(({ id, sellprice }) => ({ subject: id.toString(), amount: sellprice }))
  const beyond = await exceedsSoloLimit(db.read, { memberId, rule, from: await secondAdminFrom(deps, rule, memberId) }, wishes)
  return found.map((row) => {
    const { id, productname, target, sellprice, sellername } = row
    const why = whyNot(row, act, memberId)
    const can = why !== null ? null : beyond.has(id.toString()) ? 'second' : 'now'
    return { id, productname, target, sellprice, sellername, can, why }
  })
}

function whyNot(row: Line, act: PurchaseAct, memberId: bigint): string | null {
  const state = stateOf(row)
  if (state !== purchaseActs[act].from) return new Refusal('purchase.state', { from: purchaseStateLabels[state] }).message
  if (row.buyer_id === memberId || row.seller_id === memberId) return refusals['decision.own_money'].msg
  return row.waits ? refusals['decision.waits'].msg : null
}

type Line = Awaited<ReturnType<typeof readLines>>[number]

const readLines = (read: Reader, ids: bigint[]) =>
  read
    .selectFrom('purchase')
    .innerJoin('product', 'product.id', 'purchase.product_id')
    .innerJoin('member as seller', 'seller.id', 'purchase.seller_id')
    .select([
      'purchase.id',
      'product.name as productname',
      'purchase.target',
      'purchase.price as sellprice',
      'seller.name as sellername',
      'purchase.buyer_id',
      'purchase.seller_id',
      'purchase.transactionrc',
      sql<boolean>`exists (
        select from approval_request where kind = 'purchase.force' and subject = purchase.id::text and outcome is null)`.as('waits'),
    ])
    .where(sql<boolean>`purchase.id = any(${ids}::bigint[])`)
    .execute()
