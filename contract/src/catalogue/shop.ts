import { z } from 'zod'
import { call } from '../shared/call.ts'
import { clockText, flag, moment } from '../shared/wire.ts'

const clock = clockText('Isi jam, misalnya 08:00')

/**
 * Opening hours from Monday to Sunday in Jakarta time; null is a closed day. If the closing time is not after the opening time, the hours end on the
 * next day, so 00:00 to 00:00 is a whole day.
 */
const shopHours = z
  .array(z.object({ buka: clock, tutup: clock }).nullable())
  .length(7, 'Isi tujuh hari')
  .refine((days) => days.some((day) => day !== null), 'Buka paling sedikit satu hari; untuk tutup, pakai sakelar toko')

const shopHoursShown = z.object({
  /** Opening hours of the shop. Null: always open while the shop is switched on. */
  jambuka: shopHours.nullable(),
  /** True when the shop is open now according to its hours; other reasons do not count. */
  bukasekarang: flag,
  /** Daily cut-off windows of the shop's products. Each window is listed once, with the number of products that have it. */
  jeda: z.array(z.object({ awal: clock, akhir: clock, jml: z.int() })),
})

/**
 * The shop's switch, and the reason why a shop that is switched on does not get orders: outside of its hours, no tested server, or a suspended
 * server. The reason `admin` means that an administrator closed the shop, and the seller cannot switch it on.
 */
const shopState = z.object({
  statustoko: flag,
  alasan: z.enum(['jam', 'server', 'istirahat', 'admin']).nullable(),
  /** When the reason in `alasan` ends automatically; null if it does not. */
  sampai: moment.nullable(),
  /** The reason that the administrator gave for closing the shop. */
  pesan: z.string().nullable(),
})

/** Opening and closing a seller's shop. */
export const shopCalls = {
  state: call('GET', '/api/v1/seller/tokostatus', {
    summary: 'Read whether the shop is open, and what keeps orders away from an open one',
    access: 'seller',
    data: shopState,
  }),
  setState: call('PATCH', '/api/v1/seller/tokostatus/{status}', {
    summary: 'Open or close the shop',
    access: 'seller',
    // Every process and every buyer of the shop receives each change.
    limit: { setting: 'shop.changesPerHour', seconds: 3600, per: 'session' },
    params: z.object({ status: z.enum(['0', '1']).transform((text) => text === '1') }),
    data: shopState,
    done: 'Status toko diperbarui',
    refuses: ['shop.closed_by_admin'],
  }),
  hours: call('GET', '/api/v1/seller/tokojam', {
    summary: 'Read the opening hours of the shop',
    access: 'seller',
    data: shopHoursShown,
  }),
  setHours: call('PATCH', '/api/v1/seller/tokojam', {
    summary: 'Change the opening hours of the shop; outside of them it is closed, as by its switch',
    access: 'seller',
    limit: { setting: 'shop.changesPerHour', seconds: 3600, per: 'session' },
    body: z.object({ jambuka: shopHours.nullable() }),
    data: shopHoursShown,
    done: 'Jam buka disimpan',
  }),
}
