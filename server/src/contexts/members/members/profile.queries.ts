import type { User } from '@lapak/contract/auth/access'
import { bankNames } from '@lapak/contract/shared/banks'
import { sql } from 'kysely'
import { localPhone } from '#contexts/members/otp/otp.ts'
import { runningOf } from '#contexts/partners/purchase-status/purchase-status.ts'
import { type Place, readLocations } from '#contexts/system/locations/locations.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Uploads } from '#contexts/system/uploads/uploads.ts'
import type { Database } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { balanceAt } from '#ledger/balance.ts'
import { menuOf } from './menu.ts'
import { recentSince } from './recent-verifications.ts'

export interface ProfileDeps {
  db: Database
  settings: Settings
  uploads: Pick<Uploads, 'signedUrl'>
}

export const readProfile = (deps: ProfileDeps, { memberId }: Caller): Promise<User> => profileOf(deps, memberId, memberId)

/** The profile as its member sees it. URLs of private pictures are signed for the viewer. */
export async function profileOf({ db, settings, uploads }: ProfileDeps, memberId: bigint, viewerId: bigint): Promise<User> {
  const [member, roles, running, va] = await Promise.all([
    readMember(db, memberId),
    readRoles(db, memberId),
    runningOf(db.read, memberId),
    readAccounts(db, memberId),
  ])
  const place: Place = { provinceid: member.province_id, cityid: member.city_id, districtid: member.district_id }
  const complete = isComplete(member)
  return {
    id: member.id,
    name: member.name,
    username: member.email,
    email: member.email,
    roles,
    confm: member.activated,
    verifyphone: member.phone_verified_at !== null,
    youngphone: member.phone_verified_at !== null && member.phone_verified_at > recentSince(settings),
    va,
    menu: complete && member.terms_accepted ? menuOf(roles.map(({ name }) => name)) : [],
    info: { transaksi: Number(running.orders) },
    complete,
    twofactor: member.twofactor_at !== null,
    pin: member.pin_set_at !== null,
    application: { sentat: member.documents_sent_at, reason: member.seller_rejection },
    soldbefore: member.sold_until !== null,
    location: (await readLocations()).nameOf(place),
    member: {
      memberid: member.id,
      membername: member.name,
      memberaddress: member.address,
      membercontact: member.contact,
      memberphone: member.phone && localPhone(member.phone),
      memberemail: member.email,
      memberbalance: member.balance,
      memberavatar: member.avatar,
      memberktp: uploads.signedUrl(member.ktp, viewerId),
      membernpwp: uploads.signedUrl(member.npwp, viewerId),
      memberstatus: member.status,
      statustoko: member.shop_open,
      adminconfirmation: member.admin_confirmation,
      ...place,
      apitest: member.api_test,
      syaratketentuan: member.terms_accepted,
    },
  }
}

const readMember = (db: Database, memberId: bigint) =>
  db.read
    .selectFrom('member')
    .leftJoin('two_factor', 'two_factor.member_id', 'member.id')
    .leftJoin('transaction_pin', 'transaction_pin.member_id', 'member.id')
    .selectAll('member')
    .select(['two_factor.enabled_at as twofactor_at', 'transaction_pin.created_at as pin_set_at', balanceAt('member.id').as('balance')])
    .select(
      sql<boolean>`exists (
        select from terms_acceptance where member_id = member.id and terms_id = (select max(id) from terms)
      )`.as('terms_accepted'),
    )
    .where('member.id', '=', memberId)
    .executeTakeFirstOrThrow()

const readRoles = (db: Database, memberId: bigint) =>
  db.read
    .selectFrom('member_role')
    .innerJoin('role', 'role.id', 'member_role.role_id')
    .select(['role.id', 'role.name'])
    .where('member_role.member_id', '=', memberId)
    .orderBy('role.id')
    .execute()

/** The virtual accounts for top-ups that the payment provider has opened for the member. */
async function readAccounts(db: Database, memberId: bigint): Promise<User['va']> {
  const accounts = await db.read
    .selectFrom('payment_request')
    .select('account_no')
    .where('member_id', '=', memberId)
    .where('kind', '=', 'va')
    .where('account_no', 'is not', null)
    .execute()
  return accounts.map(({ account_no }) => ({ bank: bankNames['04'], nova: account_no ?? '' }))
}

interface Completeness {
  phone_verified_at: Date | null
  name: string
  address: string | null
  province_id: bigint | null
  city_id: bigint | null
  district_id: bigint | null
}

/** A profile is complete if the phone is verified and name, address, province, city and district are filled in (B-OPEN-24). */
export const isComplete = (member: Completeness): boolean =>
  member.phone_verified_at !== null &&
  [member.name, member.address, member.province_id, member.city_id, member.district_id].every((value) => value !== null && value !== '')
