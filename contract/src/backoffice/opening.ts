import { z } from 'zod'
import { call } from '../shared/call.ts'

/** What a new installation needs before it can be opened, in the order in which it is set up. */
export const openingItems = ['mail', 'whatsapp', 'twofactor', 'admins', 'methods', 'products', 'seller', 'terms', 'backup'] as const
export type OpeningItem = (typeof openingItems)[number]

const opening = z.object({
  /** False if everything is ready, if an administrator has hidden the list, or outside production. */
  tampil: z.boolean(),
  butir: z.array(z.object({ nama: z.enum(openingItems), siap: z.boolean() })),
})
export type Opening = z.output<typeof opening>

export const openingCalls = {
  read: call('GET', '/api/admin/v1/opening', {
    summary: 'List what a new installation needs before it is opened, and what of it is ready',
    access: 'admin',
    data: opening,
  }),
  hide: call('POST', '/api/admin/v1/opening/hide', {
    summary: 'Hide that list from all administrators',
    access: 'admin',
    done: 'Daftar disembunyikan',
  }),
}
