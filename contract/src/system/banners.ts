import { z } from 'zod'
import { call } from '../shared/call.ts'
import { filter, flag, jakartaDay, moment, pageOf, pageQuery, plainText, rowId, rowIdText } from '../shared/wire.ts'

/** Maximum number of displayed banners. Archived banners do not count. */
export const bannersMax = 100
export const bannerCaptionMax = 120
export const bannerSortMax = 9999

const shownBanner = z.object({ id: rowId, image: z.string(), caption: z.string() })

const banner = shownBanner.extend({
  /** The last day on which the banner is shown; null means that it has no end. */
  expdate: jakartaDay.nullable(),
  sortorder: z.int(),
  status: flag,
  createat: moment,
  updateat: moment,
})
export type Banner = z.output<typeof banner>

/** Clients send the switch as text (A-BAN-06). */
const switched = z.union([z.enum(['0', '1']).transform((text) => text === '1'), flag])

const fields = {
  /** URL path of a public picture that the same administrator uploaded. If a banner is changed, its current picture is also accepted. */
  image: plainText(300).min(1, 'Unggah gambar banner'),
  caption: plainText(bannerCaptionMax).min(1, 'Judul wajib diisi'),
  expdate: z
    .union([z.literal('').transform(() => null), jakartaDay])
    .nullable()
    .default(null),
  sortorder: z.coerce.number().int('Urutan tidak valid').min(0, 'Urutan tidak valid').max(bannerSortMax, 'Urutan tidak valid').default(0),
  status: switched.default(true),
}
export type BannerFields = z.output<z.ZodObject<typeof fields>>

export const bannerCalls = {
  shown: call('GET', '/public/sliders', {
    summary: 'List the banners of the home page in their order',
    access: 'public',
    compressed: true,
    data: z.array(shownBanner),
  }),
  list: call('GET', '/api/admin/v1/slider', {
    summary: 'List all banners except archived ones, including expired and disabled ones',
    access: 'admin',
    query: z.object(
      pageQuery(['id', 'caption', 'expdate', 'sortorder', 'status'], {
        search: filter(plainText(100)),
        status: filter(z.enum(['0', '1']).transform((text) => text === '1')),
      }),
    ),
    data: pageOf(banner),
  }),
  add: call('POST', '/api/admin/v1/slider', {
    summary: 'Add a banner',
    access: 'admin',
    stepUp: true,
    body: z.object(fields),
    data: banner,
    done: 'Add Slider Ok!',
    refuses: ['upload.unknown', 'banner.too_many'],
  }),
  change: call('PATCH', '/api/admin/v1/slider', {
    summary: 'Change a banner',
    access: 'admin',
    stepUp: true,
    body: z.object({ id: rowId, ...fields }),
    data: banner,
    done: 'Update Slider Ok!',
    refuses: ['not_found.banner', 'upload.unknown'],
  }),
  order: call('PATCH', '/api/admin/v1/slider/order', {
    summary: 'Put the banners in order; those not named follow in their present order',
    access: 'admin',
    stepUp: true,
    body: z.object({
      ids: z
        .array(rowId)
        .min(1)
        .max(bannersMax)
        .refine((ids) => new Set(ids).size === ids.length, 'Banner disebut dua kali'),
    }),
    done: 'Urutan banner disimpan',
    refuses: ['not_found.banner'],
  }),
  archive: call('PATCH', '/api/admin/v1/slider/{id}', {
    summary: 'Archive a banner: it is kept, but no longer shown or listed',
    access: 'admin',
    stepUp: true,
    params: z.object({ id: rowIdText }),
    done: 'Delete Slider Ok!',
    refuses: ['not_found.banner'],
  }),
}
