import { type LineResult, purchaseActs, type purchaseCalls } from '@lapak/contract/ordering/purchases'
import type { BodyOf } from '@lapak/contract/shared/call'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import type { Log } from '#shared/log.ts'
import type { Purchases } from '../purchases.ts'

type Bulk = BodyOf<typeof purchaseCalls.adminBulk>

interface BulkDeps {
  purchases: Pick<Purchases, 'force'>
  log: Log
}

/** Decides about the lines one after another and independently: a refusal or an error of one line does not affect other lines. */
export async function decidePurchases(deps: BulkDeps, by: Caller, { act, lines, description }: Bulk): Promise<LineResult[]> {
  const results: LineResult[] = []
  for (const line of new Map(lines.map((one) => [one.id, one])).values())
    results.push(await decideOne(deps, by, line, { act, description }))
  return results
}

async function decideOne(
  { purchases, log }: BulkDeps,
  by: Caller,
  { id, serialnumber }: Bulk['lines'][number],
  { act, description }: Pick<Bulk, 'act' | 'description'>,
): Promise<LineResult> {
  const { from, to } = purchaseActs[act]
  const command = {
    purchaseId: id,
    status: to,
    from,
    serialnumber: act === 'succeed' ? serialnumber || null : null,
    description,
    by,
    sellerId: null,
  }
  try {
    const became = await purchases.force(command)
    return { id, done: became === 'done', msg: became === 'done' ? 'Update Trx Ok!' : waitsForSecond, code: null }
  } catch (error) {
    if (error instanceof Refusal) return { id, done: false, msg: error.message, code: error.code }
    // Earlier lines are stored and must be reported. Whether the failed line was stored is unknown.
    log.error({ purchase: id.toString(), err: error }, 'deciding a purchase of a batch failed')
    return { id, done: false, msg: 'Terjadi kesalahan pada sistem. Muat ulang, lalu lihat transaksinya', code: 'system.failed' }
  }
}
