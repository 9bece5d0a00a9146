import {
  approvalLevels,
  type SellerApplication,
  type SellerApplicationInFull,
  type SellerApplicationQuery,
} from '@lapak/contract/selling/seller-applications'
import { sql } from 'kysely'
import { hasRole } from '#contexts/members/members/members.ts'
import { localPhone } from '#contexts/members/otp/otp.ts'
import { hasRecentStepUp } from '#contexts/members/step-up-auth/step-up-auth.ts'
import { readLocations } from '#contexts/system/locations/locations.ts'
import type { Uploads } from '#contexts/system/uploads/uploads.ts'
import type { Database, Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import type { Caller } from '#http/http.ts'
import { countOf, onePage } from '#http/paging.ts'
import { Refusal } from '#http/refusal.ts'
import { startOfJakartaDay } from '#shared/clock.ts'
import { documentsOf } from './documents.ts'

const sortColumns = {
  memberid: 'id',
  membername: 'name',
  memberemail: 'email',
  createat: 'created_at',
  updateat: 'updated_at',
  sentat: 'documents_sent_at',
} as const satisfies Record<SellerApplicationQuery['sort']['field'], string>

const columns = [
  'id as memberid',
  'name as membername',
  'email as memberemail',
  'status as memberstatus',
  'activated as confm',
  'created_at as createat',
  'updated_at as updateat',
  'admin_confirmation as adminconfirmation',
  'documents_sent_at as sentat',
] as const

export async function listApplications(
  read: Reader,
  query: SellerApplicationQuery,
): Promise<{ content: SellerApplication[]; totalElements: number }> {
  const { search, adminconfirmation = approvalLevels.waiting } = query
  const found = read
    .selectFrom('member')
    // This condition follows from the next one. It is repeated so that PostgreSQL can use the partial index, which contains only these rows.
    .where('admin_confirmation', '>', 0)
    .where('admin_confirmation', '=', adminconfirmation)
    .$if(search !== undefined, (rows) =>
      rows.where((where) =>
        where.or([where('name', 'ilike', containsPattern(search ?? '')), where('email', 'ilike', containsPattern(search ?? ''))]),
      ),
    )
  const content = await onePage(found.select(columns), query, sortColumns[query.sort.field], 'id').execute()
  return { content, totalElements: await countOf(found) }
}

/** The number of waiting applications, and how many of them were sent on `day`. */
export async function countWaiting(read: Reader, day: string): Promise<{ hariini: number; menunggu: number }> {
  const { hariini, menunggu } = await read
    .selectFrom('member')
    .select((all) => [
      all.fn.countAll<bigint>().as('menunggu'),
      sql<bigint>`count(*) filter (where documents_sent_at >= ${startOfJakartaDay(day)})`.as('hariini'),
    ])
    .where('admin_confirmation', '>', 0)
    .where('admin_confirmation', '=', approvalLevels.waiting)
    .executeTakeFirstOrThrow()
  return { hariini: Number(hariini), menunggu: Number(menunggu) }
}

/** Maximum number of documents that are read: the newest ones, which the application shows itself, and ten earlier ones. */
const shownDocuments = 11

interface ReadDeps {
  db: Database
  uploads: Pick<Uploads, 'signedUrl'>
}

/**
 * Reads an application for an administrator. The URLs of the pictures are valid for ten minutes. Without recent step-up authentication the URLs are
 * left out, so that a stolen session cannot copy the cards.
 */
export async function readApplication({ db, uploads }: ReadDeps, viewer: Caller, id: bigint): Promise<SellerApplicationInFull> {
  const opens = await hasRecentStepUp(db, viewer)
  const shown = (picture: string | null) => (opens ? uploads.signedUrl(picture, viewer.memberId) : null)
  const row = await db.read
    .selectFrom('member')
    .select(columns)
    .select(['address', 'province_id', 'city_id', 'district_id', 'ktp', 'npwp', 'seller_rejection'])
    .select(sql<string | null>`case when phone_verified_at is not null then phone end`.as('phone'))
    .where('id', '=', id)
    .where('admin_confirmation', '>', 0)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.seller_application')
  const [newest, ...earlier] = await documentsOf(db.read, id, shownDocuments)
  const { address, province_id, city_id, district_id, seller_rejection, phone, ...application } = row
  const sells = await hasRole(db.read, id, 'ROLE_SELLER')
  // Replacement documents are stored in the member's row only once they are approved.
  const { ktp, npwp } = sells && newest && row.adminconfirmation === approvalLevels.waiting ? newest : row
  return {
    ...application,
    memberphone: phone && localPhone(phone),
    memberaddress: address,
    location: (await readLocations()).nameOf({ provinceid: province_id, cityid: city_id, districtid: district_id }),
    memberktp: shown(ktp),
    membernpwp: shown(npwp),
    fototerkunci: !opens,
    reason: seller_rejection,
    own: viewer.memberId === id,
    sells,
    sebelumnya: earlier.map(({ ktp: card, npwp: tax, sent_at }) => ({
      sentat: sent_at,
      memberktp: shown(card),
      membernpwp: shown(tax),
    })),
  }
}
