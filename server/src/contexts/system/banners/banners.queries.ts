import type { QueryOf } from '@lapak/contract/shared/call'
import type { Banner, bannerCalls } from '@lapak/contract/system/banners'
import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import { countOf, onePage } from '#http/paging.ts'
import { jakartaDayOf } from '#shared/clock.ts'

const columns = {
  id: 'id',
  caption: 'caption',
  expdate: 'expires_on',
  sortorder: 'sort_order',
  status: 'active',
} as const

/** The columns that administrators see; a date is cast to text, so that no time zone changes it. */
export const bannerColumns = [
  'id',
  'image',
  'caption',
  sql<string | null>`expires_on::text`.as('expdate'),
  'sort_order as sortorder',
  'active as status',
  'created_at as createat',
  'updated_at as updateat',
] as const

/** Active banners whose last day has not passed (A-OPEN-20). */
export const shownBanners = (read: Reader) =>
  read
    .selectFrom('banner')
    .select(['id', 'image', 'caption'])
    .where('active', '=', true)
    .where('archived_at', 'is', null)
    .where((where) => where.or([where('expires_on', 'is', null), where('expires_on', '>=', sql<Date>`${jakartaDayOf(new Date())}::date`)]))
    .orderBy('sort_order')
    .orderBy('id')
    .execute()

export async function listBanners(
  read: Reader,
  { search, status, ...asked }: QueryOf<typeof bannerCalls.list>,
): Promise<{ content: Banner[]; totalElements: number }> {
  const found = read
    .selectFrom('banner')
    .select(bannerColumns)
    .where('archived_at', 'is', null)
    .$if(search !== undefined, (query) => query.where('caption', 'ilike', containsPattern(search ?? '')))
    .$if(status !== undefined, (query) => query.where('active', '=', status ?? true))
  return { content: await onePage(found, asked, columns[asked.sort.field], 'id').execute(), totalElements: await countOf(found) }
}
