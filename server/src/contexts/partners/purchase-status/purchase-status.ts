import { type purchaseStatus, statusLabels } from '@lapak/contract/partners/purchase-status'
import type { ResultCodeId } from '@lapak/contract/shared/result-codes'
import { codeFields, resultCodes } from '@lapak/contract/shared/result-codes'
import type { z } from 'zod'
import { parsePlnToken } from '#integrations/suppliers/pln-token.ts'

export { runningOf } from './running.ts'

/** A purchase as it is shown to buyers' software, in callbacks and in realtime events. */
export interface PurchaseView {
  id: bigint
  buyerId: bigint
  reffclient: string
  productCode: string
  target: string
  price: bigint
  transactionrc: 0 | 1 | 2
  serialnumber: string | null
  description: string | null
  refundedAt: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
  callbackUrl: string | null
}

/** The columns from which a `PurchaseView` is made. */
export interface ViewColumns {
  id: bigint
  buyer_id: bigint
  reffclient: string
  product_code: string
  target: string
  price: bigint
  transactionrc: number
  serialnumber: string | null
  description: string | null
  refunded_at: Date | null
  version: number
  created_at: Date
  updated_at: Date
  callback_url: string | null
}

export const toView = (row: ViewColumns): PurchaseView => ({
  id: row.id,
  buyerId: row.buyer_id,
  reffclient: row.reffclient,
  productCode: row.product_code,
  target: row.target,
  price: row.price,
  transactionrc: row.transactionrc as 0 | 1 | 2,
  serialnumber: row.serialnumber,
  description: row.description,
  refundedAt: row.refunded_at,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  callbackUrl: row.callback_url,
})

/** The result code of an existing purchase. */
export function resultCodeOf({ transactionrc, refundedAt }: Pick<PurchaseView, 'transactionrc' | 'refundedAt'>): ResultCodeId {
  if (transactionrc === 0) return '03'
  if (transactionrc === 1) return '00'
  return refundedAt === null ? '02' : '74'
}

/** Returns decoded values; they are encoded when the response is sent. */
export function statusView(view: PurchaseView, balance: bigint): z.output<typeof purchaseStatus> {
  const rc = resultCodeOf(view)
  return {
    id: view.id,
    reffclient: view.reffclient,
    productcode: view.productCode,
    target: view.target,
    price: view.price,
    transactionrc: view.transactionrc,
    status: statusLabels[view.transactionrc],
    ...codeFields(rc),
    message: view.description ?? resultCodes[rc].meaning,
    serialnumber: view.serialnumber,
    serialparts: view.serialnumber === null ? null : parsePlnToken(view.serialnumber),
    balance,
    createat: view.createdAt,
    updateat: view.updatedAt,
    version: view.version,
  }
}
