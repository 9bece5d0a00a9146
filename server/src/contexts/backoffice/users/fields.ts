import type { UserChanges } from '@lapak/contract/backoffice/users'
import type { FactsOf } from '@lapak/contract/system/audit'
import { endAccessByEmail, mailActivationAgain } from '#contexts/auth/access/access.ts'
import { changeApplication, changeFields } from '#contexts/members/members/members.ts'
import { normalPhone } from '#contexts/members/otp/otp.ts'
import { reserveShopName } from '#contexts/members/shop-names/shop-names.ts'
import { locations } from '#contexts/system/locations/locations.ts'
import type { Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { publish } from '#realtime/events.ts'
import { changesOf } from '#shared/changes.ts'
import { changedEmail, changedLine } from './emails.ts'
import type { HeldUser, UserDeps, Word } from './locked-user.ts'

export const movesEmail = ({ email }: HeldUser, { memberemail }: UserChanges): boolean =>
  memberemail !== undefined && memberemail.toLowerCase() !== email.toLowerCase()

/**
 * What a member is known by. Another e-mail ends whatever was proved by the old one, and another phone is to be proved by the member
 * again; both are told where the member was found before.
 */
export async function changeFieldsOf(tx: Tx, deps: UserDeps, user: HeldUser, asked: UserChanges, word: Word): Promise<void> {
  const wanted = wantedOf(user, asked)
  const changes = changesOf(user, wanted)
  if (changes === null) return
  if ((user.administrator || user.shutOut) && (changes.name !== undefined || changes.email !== undefined || changes.phone !== undefined))
    throw new Refusal('member.administrator')
  await refuseNoPlace(user, wanted)
  const { id } = user
  await changeFields(tx, id, { ...changes, ...(changes.phone !== undefined && { phone_verified_at: null }) })
  if (shownWithDocuments.some((field) => field in changes)) await changeApplication(tx, id)
  if (changes.name !== undefined && user.seller) await reserveShopName(tx, id, changes.name)
  const { by, askedBy, reason } = word
  const [before, after] = [factsOf(user, changes), { ...factsOf(wanted, changes), ...(askedBy !== null && { askedby: askedBy }) }]
  await deps.audit.note(tx, { event: 'member.changed', by, subject: id, before, after, reason })
  await notifyMember(tx, deps, { before: user, after: wanted, changes, reason })
  if (changes.email !== undefined) await moveEmail(tx, deps, { ...user, email: changes.email })
}

/** How what this would change stands; null is nothing. */
export function snapshotOf(user: HeldUser, asked: UserChanges): Record<string, string | null> {
  const changed = Object.keys(changesOf(user, wantedOf(user, asked)) ?? {}) as (keyof Fields)[]
  return Object.fromEntries(changed.map((field) => [field, wordOf(user, field)]))
}

/** Whoever asked for the change has seen what is there. */
export const isUnchanged = (user: HeldUser, snapshot: Record<string, string | null>): boolean =>
  Object.entries(snapshot).every(([field, before]) => wordOf(user, field as keyof Fields) === before)

const wordOf = (user: HeldUser, field: keyof Fields): string | null => user[field]?.toString() ?? null

/** What a seller's documents are compared with. */
const shownWithDocuments = ['name', 'address', 'province_id', 'city_id', 'district_id'] as const

type Fields = ReturnType<typeof wantedOf>

const wantedOf = (user: HeldUser, asked: UserChanges) => ({
  name: asked.membername ?? user.name,
  // Only its case differs: it stays as its owner wrote it.
  email: movesEmail(user, asked) ? (asked.memberemail ?? user.email).toLowerCase() : user.email,
  phone: asked.memberphone === undefined ? user.phone : phoneOf(asked.memberphone),
  address: asked.memberaddress === undefined ? user.address : asked.memberaddress || null,
  contact: asked.membercontact === undefined ? user.contact : asked.membercontact || null,
  province_id: asked.provinceid === undefined ? user.province_id : asked.provinceid,
  city_id: asked.cityid === undefined ? user.city_id : asked.cityid,
  district_id: asked.districtid === undefined ? user.district_id : asked.districtid,
})

function phoneOf(typed: string | null): string | null {
  if (!typed) return null
  const phone = normalPhone(typed)
  if (phone === null) throw new Refusal('phone.invalid', {}, { field: 'memberphone' })
  return phone
}

async function refuseNoPlace(before: HeldUser, { province_id, city_id, district_id }: Fields) {
  if (before.province_id === province_id && before.city_id === city_id && before.district_id === district_id) return
  const { isPlace } = await locations()
  if (!isPlace({ provinceid: province_id, cityid: city_id, districtid: district_id })) throw new Refusal('location.unknown')
}

/** Of what differs. */
function factsOf(fields: Fields, changes: Partial<Fields>): FactsOf<'member.changed'> {
  const { name, email, phone, contact, address, province_id, city_id, district_id } = fields
  return {
    ...('name' in changes && { name }),
    ...('email' in changes && { email }),
    ...('phone' in changes && { phoneend: phone?.slice(-4) ?? null }),
    ...('contact' in changes && { contact }),
    ...('address' in changes && { address }),
    ...('province_id' in changes && { province: province_id }),
    ...('city_id' in changes && { city: city_id }),
    ...('district_id' in changes && { district: district_id }),
  }
}

interface AppliedChange {
  before: HeldUser
  after: Fields
  changes: Partial<Fields>
  reason: string
}

async function notifyMember(tx: Tx, { outbox, publicUrl }: UserDeps, { before, after, changes, reason }: AppliedChange) {
  const { id, email } = before
  const message = changedEmail({ before, after, changes, reason, publicUrl: publicUrl() })
  for (const to of new Set([email, after.email])) await outbox.mail(tx, { memberId: id, email: to }, message)
  if (changes.phone !== undefined && before.phone !== null && before.phone_verified_at !== null)
    await outbox.line(tx, { memberId: id, phone: before.phone }, 'account', changedLine)
  await publish(tx, id, 'profil', {})
}

/** Who has not activated yet gets the link there. */
async function moveEmail(tx: Tx, { outbox, publicUrl }: UserDeps, { id, email, activated }: HeldUser) {
  await endAccessByEmail(tx, id)
  if (!activated) await mailActivationAgain(tx, outbox, { id, email }, publicUrl())
}
