import { type ChangeUserCommand, changeUserCommand, memberStatus, type UserChanges } from '@lapak/contract/backoffice/users'
import type { FactsOf } from '@lapak/contract/system/audit'
import { z } from 'zod'
import { endAccessByEmail, endSessions, mailActivationAgain } from '#contexts/auth/access/access.ts'
import { moveShop, reopenShop } from '#contexts/catalogue/shop/shop.ts'
import { settleDebt } from '#contexts/funds/debts/debts.ts'
import {
  blockMember,
  changeApplication,
  changeFields,
  giveRole,
  isComplete,
  takeRole,
  unblockMember,
} from '#contexts/members/members/members.ts'
import { normalPhone } from '#contexts/members/otp/otp.ts'
import { reserveShopName } from '#contexts/members/shop-names/shop-names.ts'
import { letSell, madeSellerEmail, stopSelling } from '#contexts/selling/seller-applications/seller-applications.ts'
import {
  type Approval,
  type Approved,
  forgetShutOut,
  hasSecondAdministrator,
  listAdministrators,
  noLongerPossible,
  noteShutOut,
  requestApproval,
} from '#contexts/system/approvals/approvals.ts'
import { locations } from '#contexts/system/locations/locations.ts'
import type { Email, Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Tx } from '#db/db.ts'
import type { JsonObject } from '#db/schema.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { publish } from '#realtime/events.ts'
import { changesOf } from '#shared/changes.ts'
import { blockedEmail, changedEmail, changedLine, ofAdministrator, roleEmail, unblockedEmail } from './emails.ts'
import { type HeldUser, lockUser, refuseOwn, type UserDeps, type Word } from './locked-user.ts'

/*
 * The changes of members by administrators. All of them go through `changeUser`: the own account cannot be changed, the member is mailed, and a
 * change that opens another account or makes an administrator needs two administrators.
 */

export interface Asked {
  id: bigint
  command: ChangeUserCommand
  reason: string
  /** The last change of the member, as the administrator saw it. */
  seen?: Date | undefined
}

export async function changeUser(deps: UserDeps, by: Caller, { id, command, reason, seen }: Asked): Promise<'done' | 'asked'> {
  await refuseOwn(deps.audit, by, id)
  const became = await deps.db
    .transaction(async (tx) => {
      const user = await lockUser(tx, by, id)
      if (seen && user.updated_at.getTime() !== seen.getTime()) throw new Refusal('member.changed')
      const waits = takesTwo(user, command) && (await hasSecondAdministrator(tx, by.memberId, id))
      await execute(tx, deps, user, command, { by, askedBy: null, reason })
      // Rolled back, so that a second administrator is only asked for what can be done.
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
  return became === null ? 'done' : 'asked'
}

class WaitsForSecond extends Error {
  /** The current values of the fields to be changed. */
  readonly snapshot: Record<string, string | null>

  constructor(snapshot: Record<string, string | null>) {
    super()
    this.snapshot = snapshot
  }
}

/** Empty if the command changes none of the compared fields. */
const snapshotPayload = z.object({ stood: z.record(z.string(), z.string().nullable()).default({}) })

/** Executes a change that a second administrator has approved; refused if it is about that administrator. */
export async function executeApprovedUserChange(deps: UserDeps, { subject, payload, reason }: Approved, approval: Approval): Promise<void> {
  const command = changeUserCommand.decode(payload as z.input<typeof changeUserCommand>)
  const { by, askedBy } = approval
  await refuseOwn(deps.audit, by, BigInt(subject))
  await deps.db.transaction(async (tx) => {
    const user = await lockUser(tx, by, BigInt(subject))
    const { stood: snapshot } = snapshotPayload.parse(payload)
    if (!isUnchanged(user, snapshot)) throw new Refusal('decision.changed', { why: '. Data member ini sudah diubah orang lain' })
    if (!(await approval.take(tx))) throw new Refusal('decision.changed')
    await execute(tx, deps, user, command, { by, askedBy, reason }).catch((error: unknown) => {
      throw error instanceof Refusal ? noLongerPossible(error) : error
    })
  })
}

/** The owner of the e-mail controls the account, and an administrator controls the platform. */
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

/** Does nothing if the member has or lacks the role already. */
async function changeRole(tx: Tx, deps: UserDeps, user: HeldUser, { role, has }: RoleCommand, word: Word): Promise<void> {
  const had = role === 'ROLE_ADMIN' ? user.administrator : user.seller
  if (had === has) return
  if (has && !(user.status > 0 && user.activated && isComplete(user))) throw new Refusal('member.incomplete')
  await (role === 'ROLE_SELLER' ? changeSeller : changeAdministrator)(tx, deps, user, has, word)
  const { by, askedBy, reason } = word
  const after = { role, ...(askedBy !== null && { askedby: askedBy }) }
  await deps.audit.note(tx, { event: has ? 'role.given' : 'role.taken', by, subject: user.id, after, reason })
}

/** Works like an approved or withdrawn application, so that the role and the state of the application always agree. */
const changeSeller = (tx: Tx, deps: UserDeps, user: HeldUser, has: boolean, { reason }: Word) =>
  has ? letSell(tx, deps, user, madeSellerEmail(reason, deps.publicUrl())) : stopSelling(tx, deps, user, reason)

async function changeAdministrator(tx: Tx, { outbox, publicUrl }: UserDeps, { id, name, email }: HeldUser, has: boolean, word: Word) {
  const { by, askedBy, reason } = word
  const message = ofAdministrator(has ? 'menjadi admin' : 'tidak lagi admin', name, reason)
  // Before the role is given or taken: this mails those who were administrators before.
  await emailAdministrators(tx, outbox, message)
  await (has ? giveRole : takeRole)(tx, id, 'ROLE_ADMIN')
  if (has) await forgetShutOut(tx, id)
  else if (askedBy === null && by.memberId !== null) await noteShutOut(tx, id, by.memberId)
  if (has) await outbox.mail(tx, { memberId: id, email }, roleEmail(reason, publicUrl()))
  await publish(tx, id, 'profil', {})
}

// — State

/** Whether the change blocks or unblocks the member. Whether an unblocked account is complete is not for an administrator to decide. */
const movesState = ({ status }: HeldUser, { memberstatus }: UserChanges): boolean =>
  memberstatus !== undefined && (memberstatus === memberStatus.blocked) !== (status === memberStatus.blocked)

async function changeState(tx: Tx, deps: UserDeps, user: HeldUser, asked: UserChanges, word: Word): Promise<void> {
  if (!movesState(user, asked)) return
  await (asked.memberstatus === memberStatus.blocked ? block : unblock)(tx, deps, user, word)
  await publish(tx, user.id, 'profil', {})
}

async function block(tx: Tx, deps: UserDeps, user: HeldUser, { by, askedBy, reason }: Word) {
  const { id, email, name, status } = user
  // Before `blockMember`, which locks the wallet: debts are locked before wallets.
  await settleDebt(tx, deps.audit, id, 'account_shut')
  await blockMember(tx, id, { reason, by: askedBy ?? by.memberId ?? id })
  if (user.seller) await moveShop(tx, id, false)
  await endSessions(tx, id)
  const after = { status: memberStatus.blocked, ...(askedBy !== null && { askedby: askedBy }) }
  await deps.audit.note(tx, { event: 'member.blocked', by, subject: id, before: { status }, after, reason })
  await deps.outbox.mail(tx, { memberId: id, email }, blockedEmail(reason, user.seller))
  if (!user.administrator) return
  if (askedBy === null && by.memberId !== null) await noteShutOut(tx, id, by.memberId)
  await emailAdministrators(tx, deps.outbox, ofAdministrator('diblokir', name, reason))
}

async function unblock(tx: Tx, deps: UserDeps, user: HeldUser, { by, askedBy, reason }: Word) {
  const { id, email, name, status } = user
  // Settles debts with money that came in during the block, if that has not been done yet.
  await settleDebt(tx, deps.audit, id, 'account_shut')
  const { shopWasOpen, became } = await unblockMember(tx, id)
  if (shopWasOpen && user.seller) await reopenShop(tx, id)
  const after = { status: became, ...(askedBy !== null && { askedby: askedBy }) }
  await deps.audit.note(tx, { event: 'member.unblocked', by, subject: id, before: { status }, after, reason })
  await deps.outbox.mail(tx, { memberId: id, email }, unblockedEmail(reason, deps.publicUrl()))
  if (!user.administrator) return
  await forgetShutOut(tx, id)
  await emailAdministrators(tx, deps.outbox, ofAdministrator('dibuka lagi blokirnya', name, reason))
}

// — Fields

const movesEmail = ({ email }: HeldUser, { memberemail }: UserChanges): boolean =>
  memberemail !== undefined && memberemail.toLowerCase() !== email.toLowerCase()

/**
 * Another e-mail ends everything that the old one verified, and another phone must be verified again. Both changes are sent to the former address or
 * number, too.
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
  await deps.audit.note(tx, { event: 'member.changed', by, subject: id, before, after, reason })
  await notifyMember(tx, deps, { before: user, after: wanted, changes, reason })
  if (changes.email !== undefined) await moveEmail(tx, deps, { ...user, email: changes.email })
}

/** The current values of the fields that this would change, as text. */
function snapshotOf(user: HeldUser, asked: UserChanges): Record<string, string | null> {
  const changed = Object.keys(changesOf(user, wantedOf(user, asked)) ?? {}) as (keyof Fields)[]
  return Object.fromEntries(changed.map((field) => [field, wordOf(user, field)]))
}

/** Whether these fields still have the values that the first administrator saw. */
const isUnchanged = (user: HeldUser, snapshot: Record<string, string | null>): boolean =>
  Object.entries(snapshot).every(([field, before]) => wordOf(user, field as keyof Fields) === before)

const wordOf = (user: HeldUser, field: keyof Fields): string | null => user[field]?.toString() ?? null

/** The fields that are compared with the documents of a seller. */
const shownWithDocuments = ['name', 'address', 'province_id', 'city_id', 'district_id'] as const

type Fields = ReturnType<typeof wantedOf>

const wantedOf = (user: HeldUser, asked: UserChanges) => ({
  name: asked.membername ?? user.name,
  // If only the case differs, the member's own spelling stays.
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

/** The changed fields only. */
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

/** A member that is not activated gets its link at the new address. */
async function moveEmail(tx: Tx, { outbox, publicUrl }: UserDeps, { id, email, activated }: HeldUser) {
  await endAccessByEmail(tx, id)
  if (!activated) await mailActivationAgain(tx, outbox, { id, email }, publicUrl())
}

/** A thief with the session of one administrator would attack the others next, so all of them are mailed. */
async function emailAdministrators(tx: Tx, outbox: Outbox, message: Email): Promise<void> {
  for (const { id, email } of await listAdministrators(tx)) await outbox.mail(tx, { memberId: id, email }, message)
}
