import { type Banner, type BannerFields, bannersMax } from '@lapak/contract/system/banners'
import { sql } from 'kysely'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Uploads } from '#contexts/system/uploads/uploads.ts'
import type { Database, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { bannerColumns } from './banners.queries.ts'

export interface BannerDeps {
  db: Database
  audit: Audit
  uploads: Pick<Uploads, 'ownPublic'>
}

/** The sort number decides the position of the new banner; it comes after older banners with the same number. */
export async function addBanner({ db, audit, uploads }: BannerDeps, by: Caller, asked: BannerFields): Promise<Banner> {
  const image = await uploads.ownPublic(by.memberId, asked.image)
  return db.transaction(async (tx) => {
    const { length } = await holdBanners(tx)
    if (length >= bannersMax) throw new Refusal('banner.too_many', { max: bannersMax })
    const added = await tx
      .insertInto('banner')
      .values(rowOf({ ...asked, image }))
      .returning(bannerColumns)
      .executeTakeFirstOrThrow()
    await audit.record(tx, { event: 'banner.added', by, subject: added.id, after: factsOf(added) })
    return added
  })
}

export async function changeBanner(deps: BannerDeps, by: Caller, { id, ...asked }: BannerFields & { id: bigint }): Promise<Banner> {
  const { db, audit } = deps
  const image = await pictureOf(deps, by, asked.image, id)
  return db.transaction(async (tx) => {
    const before = await holdBanner(tx, id)
    const changed = await tx
      .updateTable('banner')
      .set({ ...rowOf({ ...asked, image }), updated_at: new Date() })
      .where('id', '=', id)
      .returning(bannerColumns)
      .executeTakeFirstOrThrow()
    await audit.record(tx, { event: 'banner.changed', by, subject: id, before: factsOf(before), after: factsOf(changed) })
    return changed
  })
}

/** Numbers the banners from 0 in the given order; banners that are not in `ids` follow in their previous order. */
export function orderBanners({ db, audit }: BannerDeps, by: Caller, ids: bigint[]): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await holdBanners(tx)
    if (!ids.every((id) => before.includes(id))) throw new Refusal('not_found.banner')
    const after = [...ids, ...before.filter((id) => !ids.includes(id))]
    await tx
      .updateTable('banner')
      .from(sql<{ id: bigint; place: bigint }>`unnest(${after}::bigint[]) with ordinality`.as<'said'>(sql`said(id, place)`))
      .set({ sort_order: sql<number>`said.place - 1`, updated_at: new Date() })
      .whereRef('banner.id', '=', sql`said.id`)
      .execute()
    await audit.record(tx, { event: 'banner.ordered', by, subject: 'all', before: { ids: before }, after: { ids: after } })
  })
}

/** Archives a banner. Its row is kept as a record of a picture that was public. */
export function archiveBanner({ db, audit }: BannerDeps, by: Caller, id: bigint): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await holdBanner(tx, id)
    await tx.updateTable('banner').set({ archived_at: new Date(), updated_at: new Date() }).where('id', '=', id).execute()
    await audit.record(tx, { event: 'banner.archived', by, subject: id, before: factsOf(before) })
  })
}

/** The current picture may belong to another administrator or to the demo data; a new one must be the caller's own. */
async function pictureOf({ db, uploads }: BannerDeps, { memberId }: Caller, image: string, id: bigint): Promise<string> {
  const now = await db.read.selectFrom('banner').select('image').where('id', '=', id).executeTakeFirst()
  return image === now?.image ? image : uploads.ownPublic(memberId, image)
}

/** Every change locks the table first, as reordering does: locking rows and table in different orders would deadlock. */
const lockBanners = (tx: Tx) => sql`lock table banner in share row exclusive mode`.execute(tx)

async function holdBanner(tx: Tx, id: bigint): Promise<Banner> {
  await lockBanners(tx)
  const banner = await tx
    .selectFrom('banner')
    .select(bannerColumns)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!banner) throw new Refusal('not_found.banner')
  return banner
}

/** All banners that are not archived, in order; the lock prevents changes of their order and number. */
async function holdBanners(tx: Tx): Promise<bigint[]> {
  await lockBanners(tx)
  const rows = await tx.selectFrom('banner').select('id').where('archived_at', 'is', null).orderBy('sort_order').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

const rowOf = ({ image, caption, expdate, sortorder, status }: BannerFields) => ({
  image,
  caption,
  expires_on: sql<Date | null>`${expdate}::date`,
  sort_order: sortorder,
  active: status,
})

const factsOf = ({ image, caption, expdate, sortorder, status }: Banner) => ({
  image,
  caption,
  until: expdate,
  sort: sortorder,
  active: status,
})
