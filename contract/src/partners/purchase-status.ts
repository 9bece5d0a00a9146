import { z } from 'zod'
import { serialParts, type Transactionrc, transactionrc } from '../ordering/purchases.ts'
import { moment, rowId, rupiah } from '../shared/wire.ts'

export const statusLabels = { 0: 'Pending', 1: 'Sukses', 2: 'Gagal' } as const satisfies Record<Transactionrc, string>

/** Result fields of every answer to buyers' software, see `result-codes.ts`. */
export const resultFields = {
  rc: z.string().describe('Kode hasil'),
  final: z.boolean().describe('Tidak akan berubah lagi, kecuali pembatalan setelah sukses'),
  retry: z.boolean().describe('Permintaan yang sama bisa berhasil bila dikirim lagi nanti'),
  advice: z.string().describe('Yang sebaiknya dilakukan'),
}

/** State of a purchase for buyers' software, in the answers of the channels and in callbacks. */
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
  /** Balance after the last money movement of this order that the answer includes. */
  balance: rupiah,
  createat: moment,
  updateat: moment,
  /** Increases with every change of the order; ignore answers with a lower version. */
  version: z.int(),
})
