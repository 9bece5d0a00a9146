import type { User } from '@lapak/contract/auth/access'
import type { memberCalls } from '@lapak/contract/members/members'
import type { BodyOf } from '@lapak/contract/shared/call'
import { normalPhone, type Otp, type VerifiedOtp } from '#contexts/members/otp/otp.ts'
import { reserveShopName } from '#contexts/members/shop-names/shop-names.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import { readLocations } from '#contexts/system/locations/locations.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Uploads } from '#contexts/system/uploads/uploads.ts'
import { lockCache } from '#db/cache-lock.ts'
import { type Database, type Tx, violatesConstraint } from '#db/db.ts'
import { encryptedColumn } from '#db/encrypted-columns.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { changesOf } from '#shared/changes.ts'
import { phoneVerified } from './emails.ts'
import { maskedPhone, removeRecentPhoneVerification } from './member-changes.ts'
import { isComplete, readProfile } from './profile.queries.ts'
import { recentSince } from './recent-verifications.ts'
import { hasRole } from './roles.ts'
import { changeApplication } from './selling.ts'

export { blockMember, readBlock, unblockMember } from './blocking.ts'
export {
  activateMember,
  addMember,
  type Chosen,
  changeFields,
  closeMember,
  endApiTest,
  recordActivity,
  removeCallbackUrl,
  removeRecentPhoneVerification,
  reopenMember,
  setAllowedAddresses,
  setCallback,
  setFirstCallbackSecret,
  setPassword,
  setShopHours,
  setShopOpen,
} from './member-changes.ts'
export { membersNamed, sellersNamed } from './named.queries.ts'
export { type OrderOptions, orderOptions, readOptions, setBuyerOptions } from './options.ts'
export { isComplete, type ProfileDeps, profileOf, readProfile } from './profile.queries.ts'
export { recentSince } from './recent-verifications.ts'
export { grantRole, hasRole, revokeRole } from './roles.ts'
export {
  applyToSell,
  beginSelling,
  changeApplication,
  decideDocuments,
  endSelling,
  mayConnect,
  mayContinueSelling,
  offerDocuments,
  refuseToSell,
} from './selling.ts'

/** The encrypted column with the secrets that sign the callbacks of members. */
export const callbackSecrets = encryptedColumn({ table: 'member', column: 'callback_secret', id: 'id', owner: 'id' })

export interface MemberDeps {
  db: Database
  audit: Audit
  outbox: Pick<Outbox, 'sendEmail'>
  settings: Settings
  otp: Otp
  uploads: Uploads
}

type Changes = BodyOf<typeof memberCalls.change>
type Completion = BodyOf<typeof memberCalls.complete>
type PhoneVerification = BodyOf<typeof memberCalls.verifyPhone>

const waitingForCompletion = 1
const active = 2

/** Fields that are not sent stay unchanged. */
export async function changeProfile(deps: MemberDeps, caller: Caller, asked: Changes): Promise<User> {
  await save(deps, caller, asked)
  return readProfile(deps, caller)
}

/** Verifies the phone and stores name and address in one call. A member must give these before it can use the other features. */
export async function completeProfile(deps: MemberDeps, caller: Caller, { otp, otpkey, member }: Completion): Promise<User> {
  const verified = await verifyPhoneOtp(deps, caller, { phone: member.memberphone, otp, sid: otpkey })
  await save(deps, caller, member, verified)
  return readProfile(deps, caller)
}

/**
 * Locks the member until the transaction ends; refused if the member's profile is not complete (B-OPEN-24), or if the account was blocked or closed
 * while the call waited for the lock.
 */
export async function lockCompleteMember(tx: Tx, memberId: bigint): Promise<void> {
  const member = await tx.selectFrom('member').selectAll().where('id', '=', memberId).forNoKeyUpdate().executeTakeFirstOrThrow()
  if (member.status === 0) throw new Refusal('account.closed')
  if (!isComplete(member)) throw new Refusal('account.incomplete')
}

/** Locks the state of the member until the transaction ends; false if the account is closed. Lock order: after tickets, before wallets. */
export async function lockOpenMember(tx: Tx, memberId: bigint): Promise<boolean> {
  const { status } = await tx.selectFrom('member').select('status').where('id', '=', memberId).forShare().executeTakeFirstOrThrow()
  return status > 0
}

export async function verifyPhone(deps: MemberDeps, caller: Caller, asked: PhoneVerification): Promise<User> {
  const verified = await verifyPhoneOtp(deps, caller, asked)
  await save(deps, caller, {}, verified)
  return readProfile(deps, caller)
}

/**
 * Removes a recently verified phone from the account, for an owner who finds the number of a thief there. A phone that was verified earlier stays.
 */
export async function releasePhone(deps: MemberDeps, caller: Caller): Promise<User> {
  const { db, audit, settings } = deps
  const { memberId } = caller
  const released = await db.transaction((tx) =>
    removeRecentPhoneVerification(tx, audit, { by: caller, memberId, since: recentSince(settings) }),
  )
  if (released === null) throw new Refusal('phone.locked')
  return readProfile(deps, caller)
}

interface VerifiedPhone {
  phone: string
  verifiedOtp: VerifiedOtp
}

/** Refused unless the code was sent to this phone number, because only such a code shows that the member owns the number. */
async function verifyPhoneOtp({ db, otp }: MemberDeps, by: Caller, asked: PhoneVerification): Promise<VerifiedPhone> {
  const phone = normalPhone(asked.phone)
  if (phone === null) throw new Refusal('phone.invalid')
  refuseLocked(await db.read.selectFrom('member').select(phoneFields).where('id', '=', by.memberId).executeTakeFirstOrThrow(), phone)
  const verifiedOtp = await otp.verify({ by, sid: asked.sid, code: asked.otp, purposes: ['phone'] })
  if (verifiedOtp.destination !== phone) throw new Refusal('otp.wrong')
  return { phone, verifiedOtp }
}

const phoneFields = ['phone', 'phone_verified_at'] as const

function refuseLocked(member: { phone: string | null; phone_verified_at: Date | null }, phone: string) {
  if (member.phone_verified_at !== null && member.phone !== phone) throw new Refusal('phone.locked')
}

async function save(deps: MemberDeps, caller: Caller, asked: Changes, verified?: VerifiedPhone): Promise<void> {
  const { memberId } = caller
  const memberavatar = await avatarOf(deps, memberId, asked.memberavatar)
  const { isPlace } = await readLocations()
  await deps.db.transaction(async (tx) => {
    await lockCache(tx)
    const before = await tx
      .selectFrom('member')
      .select([...phoneFields, 'email', 'name', 'contact', 'address', 'avatar', 'province_id', 'city_id', 'district_id', 'status'])
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
    if (verified) refuseLocked(before, verified.phone)
    const after = { ...changed({ ...asked, memberavatar }, before), phone: verified?.phone ?? before.phone }
    if (moves(before, after) && !isPlace({ provinceid: after.province_id, cityid: after.city_id, districtid: after.district_id }))
      throw new Refusal('location.unknown')
    const phone_verified_at = before.phone_verified_at ?? (verified ? new Date() : null)
    const completes = before.status === waitingForCompletion && isComplete({ ...after, phone_verified_at })
    // Only changed columns are written: writing a cached column, even with the same value, makes every process read the member again.
    const changes = changesOf(before, { ...after, status: completes ? active : before.status })
    await tx
      .updateTable('member')
      .set({ ...changes, phone_verified_at, updated_at: new Date() })
      .where('id', '=', memberId)
      .execute()
      .catch(refuseTaken)
    if (before.name !== after.name || before.address !== after.address || moves(before, after)) await changeApplication(tx, memberId)
    if (changes?.name !== undefined && (await hasRole(tx, memberId, 'ROLE_SELLER'))) await reserveShopName(tx, memberId, changes.name)
    await verified?.verifiedOtp.use(tx)
    if (verified && before.phone_verified_at === null) await notifyPhoneVerified(tx, deps, caller, before.email, verified.phone)
  })
}

/** Informs the owner, because codes are sent to this number from now on and the member cannot change it. */
async function notifyPhoneVerified(tx: Tx, { audit, outbox }: MemberDeps, by: Caller, email: string, phone: string) {
  const { memberId } = by
  await outbox.sendEmail(tx, { memberId, email }, phoneVerified(maskedPhone(phone)))
  await audit.record(tx, { event: 'phone.verified', by, subject: memberId, after: { end: phone.slice(-4) } })
}

/**
 * The picture URL to store: an empty value removes the picture, undefined leaves it unchanged. The current picture may be hosted elsewhere; a new one
 * must be an upload of the member.
 */
async function avatarOf({ db, uploads }: MemberDeps, memberId: bigint, asked: string | null | undefined) {
  if (!asked) return asked
  const { avatar } = await db.read.selectFrom('member').select('avatar').where('id', '=', memberId).executeTakeFirstOrThrow()
  return asked === avatar ? avatar : uploads.ownPublic(memberId, asked)
}

interface Editable {
  name: string
  contact: string | null
  address: string | null
  avatar: string | null
  province_id: bigint | null
  city_id: bigint | null
  district_id: bigint | null
}

const changed = (asked: Changes, before: Editable): Editable => ({
  name: asked.membername ?? before.name,
  contact: kept(asked.membercontact, before.contact),
  address: kept(asked.memberaddress, before.address),
  avatar: kept(asked.memberavatar, before.avatar),
  province_id: asked.provinceid === undefined ? before.province_id : asked.provinceid,
  city_id: asked.cityid === undefined ? before.city_id : asked.cityid,
  district_id: asked.districtid === undefined ? before.district_id : asked.districtid,
})

/** An empty value removes the text, undefined leaves it unchanged. */
const kept = (asked: string | null | undefined, before: string | null) => (asked === undefined ? before : asked || null)

const moves = (before: Editable, after: Editable) =>
  before.province_id !== after.province_id || before.city_id !== after.city_id || before.district_id !== after.district_id

function refuseTaken(error: unknown): never {
  if (violatesConstraint(error, 'member_verified_phone')) throw new Refusal('phone.taken')
  throw error
}
