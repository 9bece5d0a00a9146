import type { KeyObject } from 'node:crypto'
import { createHmac } from 'node:crypto'
import { dotted } from '@lapak/contract/shared/money'
import { sql } from 'kysely'
import { administratorsAmong } from '#contexts/system/approvals/approvals.ts'
import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import type { ObjectStore } from '#integrations/object-storage/object-storage.ts'
import type { Log } from '#shared/log.ts'
import { randomToken, sameText } from '#shared/secrets.ts'
import { readPicture } from './picture.ts'

/** Pictures of members. Public ones appear on the pages of all members; private ones are identity and tax cards. */
export interface Uploads {
  /** Stores a picture and returns the URL at which it is shown. */
  storePicture(memberId: bigint, file: Buffer, isPrivate: boolean): Promise<string>
  /**
   * For the stored URL of a private picture: the URL that this viewer, its owner or an administrator, may open for ten minutes. Other values are
   * returned as they are.
   */
  signedUrl(stored: string | null, viewerId: bigint): string | null
  /** Returns the URL to store for a public picture of this member; refused when the given URL is not that of such a picture. */
  ownPublic(memberId: bigint, address: string): Promise<string>
  /** Like `ownPublic`, for private pictures, and with the id of the upload. A signed URL is accepted and loses its signature. */
  ownPrivate(memberId: bigint, address: string): Promise<OwnPicture>
  readPublic(name: string): Promise<Buffer>
  /** Unknown, expired and forged URLs get the same refusal. Every access is logged, and accesses by members other than the owner are audited. */
  readPrivate(name: string, pass: Pass, address: string): Promise<Buffer>
  /** Removes unused pictures. */
  purge(): Promise<void>
}

export interface OwnPicture {
  id: bigint
  url: string
}

export interface UploadsContext {
  db: Database
  audit: Audit
  store: ObjectStore
  settings: Settings
  log: Pick<Log, 'info' | 'error'>
  /** Signs URLs of private pictures, and nothing else. */
  key: KeyObject
}

export const pictureType = 'image/webp'

const batchSize = 500

export function createUploads({ db, audit, store, settings, log, key }: UploadsContext): Uploads {
  const find = (area: Area, name: string) =>
    db.read
      .selectFrom('upload')
      .select(['id', 'owner_id'])
      .where('name', '=', name)
      .where('private', '=', area === 'private')
      .executeTakeFirst()

  async function own(area: Area, memberId: bigint, address: string): Promise<OwnPicture> {
    const name = nameIn(area, address)
    const row = name && (await find(area, name))
    if (!row || row.owner_id !== memberId) throw new Refusal('upload.unknown')
    return { id: row.id, url: addressOf(area, name) }
  }

  /** The store is queried only for names in the database, so that invented names cause no requests to the store. */
  async function read(area: Area, name: string) {
    const row = await find(area, name)
    const picture = row && (await store.get(`${area}/${name}`))
    if (!row || !picture) throw new Refusal('not_found.image')
    return { row, picture }
  }

  /** All uploads of a member count until they are purged, even while something refers to them, such as a message. */
  async function requireRoom(on: Reader, memberId: bigint, more: number): Promise<void> {
    const megabytes = settings.get('uploads.megabytesPerMember')
    const { used } = await on
      .selectFrom('upload')
      .select(sql<bigint>`coalesce(sum(bytes), 0)`.as('used'))
      .where('owner_id', '=', memberId)
      .executeTakeFirstOrThrow()
    if (Number(used) + more > megabytes * 1024 * 1024)
      throw new Refusal('upload.quota', { megabytes: dotted(megabytes), days: settings.get('uploads.unusedKeptDays') })
  }

  /** Records an access in the audit before the picture is sent. */
  const recordLook = (by: Actor, { id, owner_id }: { id: bigint; owner_id: bigint }) =>
    db.transaction((tx) => audit.record(tx, { event: 'private_picture.seen', by, subject: id, after: { owner: owner_id } }))

  return {
    async storePicture(memberId, file, isPrivate) {
      await requireRoom(db.read, memberId, 0)
      const { webp, width, height } = await readPicture(file)
      const area = isPrivate ? 'private' : 'public'
      const name = `${randomToken(24)}.webp`
      // The file is stored first: a row without its file would be a picture that cannot be shown.
      await store.put(`${area}/${name}`, webp, pictureType)
      try {
        await db.transaction(async (tx) => {
          // Uploads of one member are stored one after the other: otherwise each of several concurrent uploads would find enough room for itself.
          await sql`select pg_advisory_xact_lock(hashtextextended('uploads', ${memberId}))`.execute(tx)
          await requireRoom(tx, memberId, webp.length)
          await tx
            .insertInto('upload')
            .values({ name, owner_id: memberId, private: isPrivate, bytes: webp.length, width, height })
            .execute()
        })
      } catch (error) {
        await store.remove(`${area}/${name}`).catch((err) => log.error({ err, name }, 'removing a picture from the object store failed'))
        throw error
      }
      return isPrivate ? signedAddressOf(key, name, memberId, new Date()) : addressOf('public', name)
    },
    signedUrl(stored, viewerId) {
      const name = stored === null ? null : nameIn('private', stored)
      return name === null ? stored : signedAddressOf(key, name, viewerId, new Date())
    },
    ownPublic: async (memberId, address) => (await own('public', memberId, address)).url,
    ownPrivate: (memberId, address) => own('private', memberId, address),
    async readPublic(name) {
      if (!isPictureName(name)) throw new Refusal('not_found.image')
      return (await read('public', name)).picture
    },
    async readPrivate(name, pass, address) {
      const viewer = isPictureName(name) ? viewerOf(key, name, pass, new Date()) : null
      if (viewer === null) throw new Refusal('not_found.image')
      const { row, picture } = await read('private', name)
      // Viewers other than the owner got the URL as administrators, and may have lost that role since.
      if (viewer !== row.owner_id && (await administratorsAmong(db.read, [viewer])).length === 0) throw new Refusal('not_found.image')
      log.info({ upload: row.id, owner: row.owner_id, viewer }, 'private picture viewed')
      if (viewer !== row.owner_id) await recordLook({ memberId: viewer, sessionId: null, ipAddress: address }, row)
      return picture
    },
    async purge() {
      for (;;) {
        const unused = await unusedPictures(db, settings.get('uploads.unusedKeptDays'), batchSize)
        for (const { id, name, private: isPrivate } of unused) {
          // The row is deleted last: until then, it records that there is still a file to remove.
          await store.remove(`${isPrivate ? 'private' : 'public'}/${name}`)
          await db.transaction((tx) => tx.deleteFrom('upload').where('id', '=', id).execute())
        }
        if (unused.length < batchSize) return
      }
    },
  }
}

// — Unused pictures

/** Every column that contains URLs of pictures. A picture whose URL is in none of these columns is removed after some days. */
export const pictureColumns = [
  ['member', 'avatar'],
  ['member', 'ktp'],
  ['member', 'npwp'],
  ['category', 'image'],
  ['brand_group', 'logo'],
  ['brand', 'logo'],
  ['product', 'image'],
  ['banner', 'image'],
  ['seller_document', 'ktp'],
  ['seller_document', 'npwp'],
  ['top_up', 'proof'],
  ['payment_method', 'logo'],
  ['message', 'image'],
  ['post', 'image'],
] as const

const addresses = sql.join(
  pictureColumns.map(([table, column]) => sql`select ${sql.ref(column)} as address from ${sql.table(table)}`),
  sql` union all `,
)

interface Unused {
  id: bigint
  name: string
  private: boolean
}

/**
 * Some of the pictures that are still unused `keptDays` days after they were uploaded. A picture is found by its name, so the columns may contain
 * URLs of any form.
 */
async function unusedPictures(db: Database, keptDays: number, count: number): Promise<Unused[]> {
  const { rows } = await sql<Unused>`
    select id, name, private from upload
    where created_at < now() - ${keptDays} * interval '1 day'
      and name not in (select substring(address from '([A-Za-z0-9_-]{32}[.]webp)(?:[?].*)?$') as name from (${addresses}) as used
                       where address ~ '[A-Za-z0-9_-]{32}[.]webp([?].*)?$')
    order by id limit ${count}`.execute(db.read)
  return rows
}

// — URLs

/** URLs of pictures: stored, shown and signed. Pure functions; callers pass the clock. */

const folders = { public: '/public/images/', private: '/private/images/' } as const
type Area = keyof typeof folders

const seenForSeconds = 10 * 60
/** 24 random bytes. Only such names are read, so that a name cannot refer to a file outside the folder. */
const namePattern = /^[\w-]{32}\.webp$/

const isPictureName = (name: string): boolean => namePattern.test(name)

const addressOf = (area: Area, name: string): string => folders[area] + name

/** The name in a URL of this area, without the signature; null for any other text. */
function nameIn(area: Area, address: string): string | null {
  const [path = ''] = address.split('?')
  const name = path.startsWith(folders[area]) ? path.slice(folders[area].length) : ''
  return isPictureName(name) ? name : null
}

/** The query parameters of a private picture's URL. */
interface Pass {
  until: string
  /** The id of the member for whom the URL was signed. */
  by: string
  sig: string
}

const signatureOf = (key: KeyObject, name: string, until: number, by: bigint) =>
  createHmac('sha256', key).update(`${name}\n${until}\n${by}`).digest('base64url')

/** The URL is valid for ten minutes for anyone who has it. It contains the member for whom it was signed, so that each access can be attributed. */
export function signedAddressOf(key: KeyObject, name: string, by: bigint, now: Date): string {
  const until = Math.floor(now.getTime() / 1000) + seenForSeconds
  return `${addressOf('private', name)}?until=${until}&by=${by}&sig=${signatureOf(key, name, until, by)}`
}

/** The member for whom the URL was signed; null when the URL is forged or expired. */
function viewerOf(key: KeyObject, name: string, pass: Pass, now: Date): bigint | null {
  const seconds = number(pass.until)
  const by = number(pass.by)
  const signed = sameText(pass.sig, signatureOf(key, name, seconds, BigInt(by)))
  return signed && seconds > now.getTime() / 1000 ? BigInt(by) : null
}

const number = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : 0)
