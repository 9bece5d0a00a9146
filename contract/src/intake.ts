import { z } from 'zod'
import { orderFields, orderReference, serialParts, transactionrc } from './purchases.ts'
import { moment, rowId, rupiah } from './wire.ts'

/** What buyers' software orders, by the names of the JSON interface; every door brings its own names to these. */
export const intakeOrder = z.object({
  ...orderFields,
  reffclient: orderReference,
  /** An address for this order's callback alone. */
  callback: z
    .url({ protocol: /^https?$/, error: 'Alamat callback tidak valid' })
    .max(300)
    .nullish(),
})
export type IntakeOrder = z.output<typeof intakeOrder>

/** The state of a purchase for buyers' software: in answers and in callbacks alike. */
export const purchaseStatus = z.object({
  id: rowId,
  reffclient: z.string(),
  productcode: z.string(),
  target: z.string(),
  price: rupiah,
  transactionrc,
  status: z.enum(['Pending', 'Sukses', 'Gagal']),
  rc: z.string(),
  message: z.string(),
  serialnumber: z.string().nullable(),
  serialparts: serialParts.nullable(),
  /** Balance after the last money movement of this order that is known to this answer. */
  balance: rupiah,
  createat: moment,
  updateat: moment,
  /** Grows with every change of the order; an older one can be ignored. */
  version: z.int(),
})
