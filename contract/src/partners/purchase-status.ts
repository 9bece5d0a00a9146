import { z } from 'zod'
import { serialParts, type Transactionrc, transactionrc } from '../ordering/purchases.ts'
import { moment, rowId, rupiah } from '../shared/wire.ts'

export const statusLabels = { 0: 'Pending', 1: 'Sukses', 2: 'Gagal' } as const satisfies Record<Transactionrc, string>

/** What every answer for buyers' software says about its outcome, see `result-codes.ts`. */
export const resultFields = {
  rc: z.string().describe('Kode hasil'),
  final: z.boolean().describe('Tidak akan berubah lagi, kecuali pembatalan setelah sukses'),
  retry: z.boolean().describe('Permintaan yang sama bisa berhasil bila dikirim lagi nanti'),
  advice: z.string().describe('Yang sebaiknya dilakukan'),
}

/** The state of a purchase for buyers' software: in the answers of the channels and in callbacks alike. */
export const purchaseStatus = z.object({
  id: rowId,
  reffclient: z.string(),
  productcode: z.string(),
  target: z.string(),
  price: rupiah,
  transactionrc,
  status: z.enum(statusLabels),
  ...resultFields,
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
