import { z } from 'zod'
import { serialParts, type Transactionrc, transactionrc } from '../ordering/purchases.ts'
import { moment, rowId, rupiah } from '../shared/wire.ts'

export const statusLabels = { 0: 'Pending', 1: 'Sukses', 2: 'Gagal' } as const satisfies Record<Transactionrc, string>

/** Fields about the result code in every answer to buyers' software, see `result-codes.ts`. */
export const resultFields = {
  rc: z.string().describe('Kode hasil'),
  final: z.boolean().describe('Tidak akan berubah lagi, kecuali pembatalan setelah sukses'),
  retry: z.boolean().describe('Permintaan yang sama bisa berhasil bila dikirim lagi nanti'),
  advice: z.string().describe('Yang sebaiknya dilakukan'),
}

/** State of a purchase as buyers' software receives it, in the answers of the channels and in callbacks. */
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
  /** The buyer's balance after the last movement of money for this order that is part of this answer. */
  balance: rupiah,
  createat: moment,
  updateat: moment,
  /** Increases with every change of the order. Software must ignore an answer whose version is lower than one it already has. */
  version: z.int(),
})
