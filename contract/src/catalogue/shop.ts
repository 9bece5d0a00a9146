import { z } from 'zod'
import { call } from '../shared/call.ts'
import { clockText, flag, moment } from '../shared/wire.ts'

const clock = clockText('Isi jam, misalnya 08:00')

/**
 * Monday to Sunday in Jakarta; null is a closed day. Hours that end at or before their start continue into the next day, so 00:00 to 00:00 is a whole
 * day.
 */
const shopHours = z
  .array(z.object({ buka: clock, tutup: clock }).nullable())
  .length(7, 'Isi tujuh hari')
  .refine((days) => days.some((day) => day !== null), 'Buka paling sedikit satu hari; untuk tutup, pakai sakelar toko')

const shopHoursShown = z.object({
  /** Null: always open while the shop is switched on. */
  jambuka: shopHours.nullable(),
  /** By the hours alone. */
  bukasekarang: flag,
  /** Daily cut-offs of its products: each time window once, with the number of products that have it. */
  jeda: z.array(z.object({ awal: clock, akhir: clock, jml: z.int() })),
})

/**
 * The shop's switch, and why it gets no orders although it is switched on: outside of its hours, no tested server, or a suspended server. `admin`: an
 * administrator closed it, and the seller cannot switch it on.
 */
const shopState = z.object({
  statustoko: flag,
  alasan: z.enum(['jam', 'server', 'istirahat', 'admin']).nullable(),
  /** When that ends by itself; null where it does not. */
  sampai: moment.nullable(),
  /** The administrator's reason. */
  pesan: z.string().nullable(),
})

/** Opening and closing a seller's shop. */
export const shopCalls = {
  state: call('GET', '/api/v1/seller/tokostatus', {
    summary: 'Whether the shop is open, and what keeps orders away from an open one',
    access: 'seller',
    data: shopState,
  }),
  setState: call('PATCH', '/api/v1/seller/tokostatus/{status}', {
    summary: 'Open or close the shop',
    access: 'seller',
    // A change is sent to every process and to every buyer of the shop.
    limit: { setting: 'shop.changesPerHour', seconds: 3600, per: 'session' },
    params: z.object({ status: z.enum(['0', '1']).transform((text) => text === '1') }),
    data: shopState,
    done: 'Status toko diperbarui',
    refuses: ['shop.closed_by_admin'],
  }),
  hours: call('GET', '/api/v1/seller/tokojam', {
    summary: 'When the shop sells while it is switched on',
    access: 'seller',
    data: shopHoursShown,
  }),
  setHours: call('PATCH', '/api/v1/seller/tokojam', {
    summary: 'Change when the shop sells; outside of its hours it is as closed as by its switch',
    access: 'seller',
    limit: { setting: 'shop.changesPerHour', seconds: 3600, per: 'session' },
    body: z.object({ jambuka: shopHours.nullable() }),
    data: shopHoursShown,
    done: 'Jam buka disimpan',
  }),
}
