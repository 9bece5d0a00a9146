import { type ChangeUserCommand, changeUserCommand, memberStatus, type UserChanges } from '@lapak/contract/backoffice/users'
import type { FactsOf } from '@lapak/contract/system/audit'
import { z } from 'zod'
import { endAccessByEmail, endSessions, resendActivationEmail } from '#contexts/auth/access/access.ts'
import { moveShop, reopenShop } from '#contexts/catalogue/shop/shop.ts'
import { settleDebt } from '#contexts/funds/debts/debts.ts'
import {
  blockMember,
  changeApplication,
  changeFields,
  grantRole,
  isComplete,
  revokeRole,
  unblockMember,
} from '#contexts/members/members/members.ts'
import { normalPhone } from '#contexts/members/otp/otp.ts'
import { reserveShopName } from '#contexts/members/shop-names/shop-names.ts'
import { madeSellerEmail, startSelling, stopSelling } from '#contexts/selling/seller-applications/seller-applications.ts'
import {
  type Approval,
  type Approved,
  asNoLongerPossible,
  deleteShutOut,
  hasSecondAdministrator,
  listAdministrators,
  recordShutOut,
  requestApproval,
} from '#contexts/system/approvals/approvals.ts'
import { readLocations } from '#contexts/system/locations/locations.ts'
import type { Email, Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Tx } from '#db/db.ts'
import type { JsonObject } from '#db/schema.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { publishEvent } from '#realtime/events.ts'
import { changesOf } from '#shared/changes.ts'
import { blockedEmail, changedEmail, changedLine, ofAdministrator, roleEmail, unblockedEmail } from './emails.ts'
import { type HeldUser, lockUser, refuseOwn, type UserDeps, type Word } from './locked-user.ts'

/*
 * Changes of members by administrators. All of them use `changeUser`: administrators cannot change their own account, the member is mailed, and a
 * change of the e-mail address, of the administrator role or of the state of an administrator needs a second administrator.
 */

export interface Asked {
  id: bigint
  command: ChangeUserCommand
  reason: string
  /** The time of the member's last change when the administrator read it. */
  seen?: Date | undefined
}

export async function changeUser(deps: UserDeps, by: Caller, { id, command, reason, seen }: Asked): Promise<'done' | 'approval_requested'> {
  await refuseOwn(deps.audit, by, id)
  const became = await deps.db
    .transaction(async (tx) => {
      const user = await lockUser(tx, by, id)
      if (seen && user.updated_at.getTime() !== seen.getTime()) throw new Refusal('member.changed')
      const waits = takesTwo(user, command) && (await hasSecondAdministrator(tx, by.memberId, id))
      await execute(tx, deps, user, command, { by, askedBy: null, reason })
      // Rolls back the trial run: a second administrator is asked only if the change is possible.
      if (waits) throw new WaitsForSecond(command.act === 'change' ? snapshotOf(user, command.changes) : {})
      return null
    })
    .catch((error) => {
      if (error instanceof WaitsForSecond) return error
      throw error
    })
  if (became !== null) {
    const payload = { ...z.encode(changeUserCommand, command), stood: became.snapshot } as JsonObject
    await requestApproval(deps, { kind: 'member.change', subject: String(id), amount: null, payload, by, reason })
  }
  return became === null ? 'done' : 'approval_requested'
}

class WaitsForSecond extends Error {
  /** The current values of the fields that the command would change. */
  readonly snapshot: Record<string, string | null>

  constructor(snapshot: Record<string, string | null>) {
    super()
    this.snapshot = snapshot
  }
}

/** Empty if the command changes none of the fields that are compared at the approval. */
const snapshotPayload = z.object({ stood: z.record(z.string(), z.string().nullable()).default({}) })

/** Executes a change that a second administrator has approved. Refused if the change is about the account of that administrator. */
export async function executeApprovedUserChange(deps: UserDeps, { subject, payload, reason }: Approved, approval: Approval): Promise<void> {
  const command = changeUserCommand.decode(payload as z.input<typeof changeUserCommand>)
  const { by, askedBy } = approval
  await refuseOwn(deps.audit, by, BigInt(subject))
  await deps.db.transaction(async (tx) => {
    const user = await lockUser(tx, by, BigInt(subject))
    const { stood: snapshot } = snapshotPayload.parse(payload)
    if (!isUnchanged(user, snapshot)) throw new Refusal('decision.changed', { why: '. Data member ini sudah diubah orang lain' })
    if (!(await approval.consume(tx))) throw new Refusal('decision.changed')
    await execute(tx, deps, user, command, { by, askedBy, reason }).catch((error: unknown) => {
      throw asNoLongerPossible(error)
    })
  })
}

/** Whether the command needs two administrators: whoever owns the e-mail address controls the account, and an administrator controls the platform. */
const takesTwo = (user: HeldUser, command: ChangeUserCommand): boolean =>
  command.act === 'role'
    ? command.role === 'ROLE_ADMIN'
    : movesEmail(user, command.changes) || (user.administrator && movesState(user, command.changes))

async function execute(tx: Tx, deps: UserDeps, user: HeldUser, command: ChangeUserCommand, word: Word): Promise<void> {
  if (command.act === 'role') return changeRole(tx, deps, user, command, word)
  await changeFieldsOf(tx, deps, user, command.changes, word)
  await changeState(tx, deps, user, command.changes, word)
}

// — Roles

type RoleCommand = Extract<ChangeUserCommand, { act: 'role' }>

/** Does nothing if the member already has the role that is given, or does not have the role that is taken. */
async function changeRole(tx: Tx, deps: UserDeps, user: HeldUser, { role, has }: RoleCommand, word: Word): Promise<void> {
  const had = role === 'ROLE_ADMIN' ? user.administrator : user.seller
  if (had === has) return
  if (has && !(user.status > 0 && user.activated && isComplete(user))) throw new Refusal('member.incomplete')
  await (role === 'ROLE_SELLER' ? changeSeller : changeAdministrator)(tx, deps, user, has, word)
  const { by, askedBy, reason } = word
  const after = { role, ...(askedBy !== null && { askedby: askedBy }) }
  await deps.audit.record(tx, { event: has ? 'role.given' : 'role.taken', by, subject: user.id, after, reason })
}

/** Has the same effects as an approved or withdrawn application, so that the role and the state of the application always agree. */
const changeSeller = (tx: Tx, deps: UserDeps, user: HeldUser, has: boolean, { reason }: Word) =>
  has ? startSelling(tx, deps, user, madeSellerEmail(reason, deps.publicUrl())) : stopSelling(tx, deps, user, reason)

async function changeAdministrator(tx: Tx, { outbox, publicUrl }: UserDeps, { id, name, email }: HeldUser, has: boolean, word: Word) {
  const { by, askedBy, reason } = word
  const message = ofAdministrator(has ? 'menjadi admin' : 'tidak lagi admin', name, reason)
  // The e-mail is written before the role changes, so that it goes to those who were administrators before the change.
  await emailAdministrators(tx, outbox, message)
  await (has ? grantRole : revokeRole)(tx, id, 'ROLE_ADMIN')
  if (has) await deleteShutOut(tx, id)
  else if (askedBy === null && by.memberId !== null) await recordShutOut(tx, id, by.memberId)
  if (has) await outbox.sendEmail(tx, { memberId: id, email }, roleEmail(reason, publicUrl()))
  await publishEvent(tx, id, 'profil', {})
}

// — State

/** Whether the change blocks or unblocks the member. Administrators cannot decide whether an unblocked member's profile is complete. */
const movesState = ({ status }: HeldUser, { memberstatus }: UserChanges): boolean =>
  memberstatus !== undefined && (memberstatus === memberStatus.blocked) !== (status === memberStatus.blocked)

async function changeState(tx: Tx, deps: UserDeps, user: HeldUser, asked: UserChanges, word: Word): Promise<void> {
  if (!movesState(user, asked)) return
  await (asked.memberstatus === memberStatus.blocked ? block : unblock)(tx, deps, user, word)
  await publishEvent(tx, user.id, 'profil', {})
}

async function block(tx: Tx, deps: UserDeps, user: HeldUser, { by, askedBy, reason }: Word) {
  const { id, email, name, status } = user
  // Must run before `blockMember`, which locks the wallet, because debts are always locked before wallets.
  await settleDebt(tx, deps.audit, id, 'account_shut')
  await blockMember(tx, id, { reason, by: askedBy ?? by.memberId ?? id })
  if (user.seller) await moveShop(tx, id, false)
  await endSessions(tx, id)
  const after = { status: memberStatus.blocked, ...(askedBy !== null && { askedby: askedBy }) }
  await deps.audit.record(tx, { event: 'member.blocked', by, subject: id, before: { status }, after, reason })
  await deps.outbox.sendEmail(tx, { memberId: id, email }, blockedEmail(reason, user.seller))
  if (!user.administrator) return
  if (askedBy === null && by.memberId !== null) await recordShutOut(tx, id, by.memberId)
  await emailAdministrators(tx, deps.outbox, ofAdministrator('diblokir', name, reason))
}

async function unblock(tx: Tx, deps: UserDeps, user: HeldUser, { by, askedBy, reason }: Word) {
  const { id, email, name, status } = user
  // Settles the member's debts with money that it received while it was blocked, unless they are already settled.
  await settleDebt(tx, deps.audit, id, 'account_shut')
  const { shopWasOpen, became } = await unblockMember(tx, id)
  if (shopWasOpen && user.seller) await reopenShop(tx, id)
  const after = { status: became, ...(askedBy !== null && { askedby: askedBy }) }
  await deps.audit.record(tx, { event: 'member.unblocked', by, subject: id, before: { status }, after, reason })
  await deps.outbox.sendEmail(tx, { memberId: id, email }, unblockedEmail(reason, deps.publicUrl()))
  if (!user.administrator) return
  await deleteShutOut(tx, id)
  await emailAdministrators(tx, deps.outbox, ofAdministrator('dibuka lagi blokirnya', name, reason))
}

// — Fields

const movesEmail = ({ email }: HeldUser, { memberemail }: UserChanges): boolean =>
  memberemail !== undefined && memberemail.toLowerCase() !== email.toLowerCase()

/**
 * A new e-mail address ends everything that was verified with the old address, and a new phone must be verified again. The member is informed at the
 * old and at the new address or number.
 */
async function changeFieldsOf(tx: Tx, deps: UserDeps, user: HeldUser, asked: UserChanges, word: Word): Promise<void> {
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
  await deps.audit.record(tx, { event: 'member.changed', by, subject: id, before, after, reason })
  await notifyMember(tx, deps, { before: user, after: wanted, changes, reason })
  if (changes.email !== undefined) await moveEmail(tx, deps, { ...user, email: changes.email })
}

/** The current values, as text, of the fields that the request would change. */
function snapshotOf(user: HeldUser, asked: UserChanges): Record<string, string | null> {
  const changed = Object.keys(changesOf(user, wantedOf(user, asked)) ?? {}) as (keyof Fields)[]
  return Object.fromEntries(changed.map((field) => [field, wordOf(user, field)]))
}

/** Whether the fields still have the values that the first administrator read. */
const isUnchanged = (user: HeldUser, snapshot: Record<string, string | null>): boolean =>
  Object.entries(snapshot).every(([field, before]) => wordOf(user, field as keyof Fields) === before)

const wordOf = (user: HeldUser, field: keyof Fields): string | null => user[field]?.toString() ?? null

/** The fields that administrators compare with the documents of a seller. */
const shownWithDocuments = ['name', 'address', 'province_id', 'city_id', 'district_id'] as const

type Fields = ReturnType<typeof wantedOf>

const wantedOf = (user: HeldUser, asked: UserChanges) => ({
  name: asked.membername ?? user.name,
  // If only upper and lower case differ, the spelling that the member entered stays.
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
  const { isPlace } = await readLocations()
  if (!isPlace({ provinceid: province_id, cityid: city_id, districtid: district_id })) throw new Refusal('location.unknown')
}

/** The changed fields only, for the audit. */
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
  for (const to of new Set([email, after.email])) await outbox.sendEmail(tx, { memberId: id, email: to }, message)
  if (changes.phone !== undefined && before.phone !== null && before.phone_verified_at !== null)
    await outbox.sendText(tx, { memberId: id, phone: before.phone }, 'account', changedLine)
  await publishEvent(tx, id, 'profil', {})
}

/** A member that is not activated gets a new activation link at the new address. */
async function moveEmail(tx: Tx, { outbox, publicUrl }: UserDeps, { id, email, activated }: HeldUser) {
  await endAccessByEmail(tx, id)
  if (!activated) await resendActivationEmail(tx, outbox, { id, email }, publicUrl())
}

/** Mails all administrators: a thief with the session of one administrator would try to remove the others next. */
async function emailAdministrators(tx: Tx, outbox: Outbox, message: Email): Promise<void> {
  for (const { id, email } of await listAdministrators(tx)) await outbox.sendEmail(tx, { memberId: id, email }, message)
}
