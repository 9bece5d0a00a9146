import type { User } from '@lapak/contract/access'
import type { Database } from '#core/db.ts'
import type { Caller } from '#core/http.ts'

const everyonesMenu = ['transaksi']

export async function readProfile(db: Database, caller: Caller): Promise<User> {
  const member = await db.read
    .selectFrom('member')
    .innerJoin('wallet', 'wallet.member_id', 'member.id')
    .selectAll('member')
    .select('wallet.balance')
    .where('member.id', '=', caller.memberId)
    .executeTakeFirstOrThrow()
  const roles = await db.read
    .selectFrom('member_role')
    .innerJoin('role', 'role.id', 'member_role.role_id')
    .select(['role.id', 'role.name'])
    .where('member_role.member_id', '=', caller.memberId)
    .orderBy('role.id')
    .execute()
  return {
    id: member.id,
    name: member.name,
    username: member.email,
    email: member.email,
    roles,
    confm: member.activated,
    verifyphone: member.phone_verified_at !== null,
    va: [],
    menu: everyonesMenu,
    complete: isComplete(member),
    member: {
      memberid: member.id,
      membername: member.name,
      memberaddress: member.address,
      membercontact: member.contact,
      memberphone: member.phone,
      memberemail: member.email,
      memberbalance: member.balance,
      memberavatar: member.avatar,
      memberktp: member.ktp,
      membernpwp: member.npwp,
      memberstatus: member.status,
      statustoko: member.shop_open,
      adminconfirmation: member.admin_confirmation,
      provinceid: member.province_id,
      cityid: member.city_id,
      districtid: member.district_id,
      apitest: member.api_test,
      syaratketentuan: member.terms_accepted,
    },
  }
}

interface Completeness {
  phone_verified_at: Date | null
  name: string
  address: string | null
  province_id: bigint | null
  city_id: bigint | null
  district_id: bigint | null
}

/** Incomplete is: no verified phone, or any of name, address, province, city, district empty (B-OPEN-24). */
const isComplete = (member: Completeness): boolean =>
  member.phone_verified_at !== null &&
  [member.name, member.address, member.province_id, member.city_id, member.district_id].every((value) => value !== null && value !== '')
