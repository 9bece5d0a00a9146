import type { Opening, OpeningItem } from '@lapak/contract/backoffice/opening'
import { sql } from 'kysely'
import { backupHealth, readBackups } from '#contexts/backoffice/backups/backups.ts'
import { isOffered, listMethodsById } from '#contexts/funds/top-ups/top-ups.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader } from '#db/db.ts'
import type { Config } from '#shared/config.ts'

export interface OpeningDeps {
  db: Database
  settings: Settings
  outbox: Pick<Outbox, 'canSend'>
  /** Only whether there is one matters here. */
  gateway: unknown
  config: Pick<Config, 'backup' | 'production'>
}

export async function readOpening(deps: OpeningDeps): Promise<Opening> {
  const { db, config } = deps
  // A demo is not opened, and has what it needs.
  if (!config.production || (await isHidden(db.read))) return { tampil: false, butir: [] }
  const ready = await readReadiness(deps)
  const butir = Object.entries(ready).map(([nama, siap]) => ({ nama: nama as OpeningItem, siap }))
  return { tampil: butir.some(({ siap }) => !siap), butir }
}

const isHidden = async (read: Reader): Promise<boolean> =>
  (await read.selectFrom('opening_checklist').select('id').executeTakeFirst()) !== undefined

/** What a marketplace needs before its first order. */
export async function readReadiness({ db, settings, outbox, gateway, config }: OpeningDeps): Promise<Record<OpeningItem, boolean>> {
  const { read } = db
  const { administrators, without_factor, has_product, has_offer, has_terms } = await readFacts(read)
  return {
    mail: outbox.canSend('mail'),
    whatsapp: outbox.canSend('whatsapp'),
    twofactor: without_factor === 0n || settings.get('access.twoFactorDemanded') === 'none',
    admins: administrators >= 2n,
    methods: (await listMethodsById(read)).some((method) => isOffered(method, gateway !== null)),
    products: has_product,
    seller: has_offer,
    terms: has_terms,
    backup: backupHealth(await readBackups(read), config, new Date()).baik,
  }
}

interface Facts {
  administrators: bigint
  without_factor: bigint
  has_product: boolean
  has_offer: boolean
  has_terms: boolean
}

/** A sold offer counts like an open one, so that the item does not come back when a seller closes its shop. */
async function readFacts(read: Reader): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select
      (select count(*) from member_role join role on role.id = role_id join member on member.id = member_id
        where role.name = 'ROLE_ADMIN' and activated and status > 0) as administrators,
      (select count(*) from member_role join role on role.id = role_id join member on member.id = member_role.member_id
        where role.name = 'ROLE_ADMIN' and activated and status > 0
          and not exists (select from two_factor where two_factor.member_id = member.id and enabled_at is not null)) as without_factor,
      exists (select from product join brand on brand.id = brand_id where product.active and brand.active) as has_product,
      exists (select from purchase) or exists (
        select from offer
        join product on product.id = product_id and product.active join brand on brand.id = brand_id and brand.active
        join member on member.id = offer.seller_id and shop_open and status > 0
        join seller_api on seller_api.seller_id = offer.seller_id and tested_at is not null
        where offer.open and archived_at is null) as has_offer,
      exists (select from terms where published_by is not null) as has_terms`.execute(read)
  return rows[0] as Facts
}
