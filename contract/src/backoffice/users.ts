import { z } from 'zod'
import { member, nameMin, nameTooShort, role, roleNames, sessionRow, user } from '../auth/access.ts'
import { shopCalls } from '../catalogue/shop.ts'
import { walletCalls } from '../funds/wallet.ts'
import { purchaseCalls } from '../ordering/purchases.ts'
import { apiKey } from '../partners/api-keys.ts'
import { offerCalls } from '../selling/offers.ts'
import { call } from '../shared/call.ts'
import { isIndexed } from '../shared/long-lists.ts'
import { personName } from '../shared/names.ts'
import { emailPattern, filter, flag, moment, pageOf, pageQuery, pageSizeMax, plainText, rowId, rowIdText } from '../shared/wire.ts'
import { approvalReason } from '../system/approvals.ts'

/** Member data that administrators can read, and the changes that they can make. */

/** 2: active. 1: the account is not completed yet. 0: blocked. */
export const memberStatus = { active: 2, waiting: 1, blocked: 0 } as const

const userRow = z.object({
  memberid: rowId,
  membername: z.string(),
  memberemail: z.string(),
  memberphone: z.string().nullable(),
  memberstatus: z.int(),
  /** True when the member has activated the e-mail address. */
  confm: flag,
  roles: z.array(z.string()),
  createat: moment,
  updateat: moment,
})
export type UserRow = z.output<typeof userRow>

const searched = plainText(100).refine((text) => isIndexed(text) || /^\d+$/.test(text), 'Ketik minimal 3 huruf, atau ID member')

const userQuery = z.object(
  pageQuery(
    ['memberid', 'membername', 'memberemail', 'createat', 'updateat'],
    {
      /** A part of a member's name, e-mail or phone, or the member's id. */
      search: filter(searched),
      memberstatus: filter(z.enum(['0', '1', '2']).transform(Number)),
      role: filter(z.enum(roleNames)),
    },
    { all: 10, max: pageSizeMax },
  ),
)
export type UserQuery = z.output<typeof userQuery>

/** `totaluser` includes blocked members. `totalreqseller` counts members whose documents wait for a decision. */
const userSums = z.object({ totaluser: z.int(), totalseller: z.int(), totalreqseller: z.int() })
export type UserSums = z.output<typeof userSums>

const userDetail = z.object({
  user: user.pick({ id: true, confm: true, roles: true, va: true, verifyphone: true, twofactor: true, pin: true, complete: true }),
  member,
  location: z.string().nullable(),
  createat: moment,
  updateat: moment,
  lastactiveat: moment.nullable(),
  /** When the member last applied to become a seller, and why the application was last rejected. */
  application: user.shape.application,
  /** Reason, time and administrator of the block; null for an account that its owner closed. */
  block: z.object({ reason: z.string(), at: moment, by: z.string() }).nullable(),
  /** The change of this member that waits for a second administrator. */
  waiting: z.object({ askedby: z.string(), reason: z.string() }).nullable(),
  /** True when the administrator who reads is this member. Administrators may not change their own account here. */
  own: z.boolean(),
})
export type UserDetail = z.output<typeof userDetail>

const userAccess = z.object({
  sessions: z.array(sessionRow.omit({ current: true })),
  keys: z.array(apiKey),
})
export type UserAccess = z.output<typeof userAccess>

const place = rowId.nullable().optional()

/**
 * Fields that are not sent stay unchanged. If there are two or more administrators, some changes need an approval: a new e-mail address, and blocking
 * or unblocking an administrator.
 */
const userChanges = z.object({
  membername: personName(100).min(1, 'Please fill').min(nameMin, nameTooShort).optional(),
  memberemail: plainText(200).min(1, 'E-mail is required').regex(emailPattern, 'E-mail must be valid').optional(),
  memberphone: plainText(30).nullish(),
  memberaddress: plainText(300).nullish(),
  membercontact: plainText(100).nullish(),
  provinceid: place,
  cityid: place,
  districtid: place,
  /** 0 blocks the member. Any other value unblocks the member and restores the status before the block. */
  memberstatus: z.int().min(0).max(2).optional(),
})
export type UserChanges = z.output<typeof userChanges>

/** A change as it is stored for the approval. */
export const changeUserCommand = z.discriminatedUnion('act', [
  z.object({ act: z.literal('change'), changes: userChanges }),
  z.object({ act: z.literal('role'), role: z.enum(roleNames), has: z.boolean() }),
])
export type ChangeUserCommand = z.output<typeof changeUserCommand>

const params = z.object({ id: rowIdText })
const updated = 'update OK!'
const changeRefuses = ['not_found.member', 'member.own', 'access.denied', 'decision.waits'] as const
const refuses = ['not_found.member'] as const

/** A read-only call about one member; `id` is the member's id. Each view is recorded in the audit. */
const look = { params, refuses } as const

export const userCalls = {
  list: call('GET', '/api/admin/v1/users', {
    summary: 'List all members, newest first; 10 at most for a negative size',
    access: 'admin',
    aboutMembers: true,
    query: userQuery,
    data: pageOf(userRow),
  }),
  sums: call('GET', '/api/admin/v1/sumuser', {
    summary: 'Count members, sellers and applicants',
    access: 'admin',
    data: userSums,
  }),
  roles: call('GET', '/api/admin/v1/users/role', { summary: 'List the roles that members can have', access: 'admin', data: z.array(role) }),
  detail: call('GET', '/api/admin/v1/user/detail/{id}', {
    ...look,
    access: 'admin',
    aboutMembers: true,
    summary: 'Read a member; this access and each access to a picture are audited; identity cards require step-up authentication',
    data: userDetail,
  }),
  mutasi: call('GET', '/api/admin/v1/user/mutasi/{id}', {
    ...look,
    access: 'admin',
    aboutMembers: true,
    summary: 'Read the balance statement of a member, as the member reads it',
    query: walletCalls.mutasi.query,
    data: walletCalls.mutasi.data,
  }),
  histories: call('GET', '/api/admin/v1/user/histories/{id}', {
    ...look,
    access: 'admin',
    aboutMembers: true,
    summary: 'List the top-ups and cash-outs of a member',
    query: walletCalls.histories.query,
    data: walletCalls.histories.data,
  }),
  purchases: call('GET', '/api/admin/v1/user/transactions/{id}', {
    ...look,
    access: 'admin',
    aboutMembers: true,
    summary: 'List the purchases of a member',
    query: purchaseCalls.list.query,
    data: purchaseCalls.list.data,
  }),
  offers: call('GET', '/api/admin/v1/user/products/{id}', {
    ...look,
    access: 'admin',
    aboutMembers: true,
    summary: 'List the offers of a member',
    query: offerCalls.list.query,
    data: offerCalls.list.data,
  }),
  access: call('GET', '/api/admin/v1/user/access/{id}', {
    ...look,
    access: 'admin',
    aboutMembers: true,
    summary: 'List the sessions and keys of a member, without secrets',
    data: userAccess,
  }),
  change: call('PATCH', '/api/admin/v1/user/member', {
    summary: 'Change, block or unblock a member; the member is notified, also at a former e-mail address',
    access: 'admin',
    stepUp: true,
    body: userChanges.extend({
      memberid: rowId,
      reason: approvalReason,
      /** The `updateat` that the administrator read. If another administrator has changed the member since, the change is refused. */
      updateat: moment.optional(),
    }),
    data: userDetail,
    done: updated,
    refuses: [
      ...changeRefuses,
      'member.changed',
      'member.administrator',
      'member.email_taken',
      'phone.invalid',
      'location.unknown',
      'name.taken',
      'name.of_platform',
    ],
  }),
  addRole: call('POST', '/api/admin/v1/users/role', {
    summary: 'Give a role to a member; the administrator role requires a second administrator if there is one',
    access: 'admin',
    stepUp: true,
    body: z.object({ roleid: rowId, userid: rowId, reason: approvalReason }),
    data: userDetail,
    done: updated,
    refuses: [...changeRefuses, 'not_found.role', 'member.incomplete', 'name.taken', 'name.of_platform'],
  }),
  removeRole: call('DELETE', '/api/admin/v1/users/role/{userid}/{roleid}', {
    summary: 'Remove a role from a member; the administrator role requires two other administrators if there are two',
    access: 'admin',
    stepUp: true,
    params: z.object({ userid: rowIdText, roleid: rowIdText }),
    body: z.object({ reason: approvalReason }),
    data: userDetail,
    done: updated,
    refuses: [...changeRefuses, 'not_found.role'],
  }),
  resendActivation: call('PATCH', '/api/admin/v1/user/resendact/{id}', {
    summary: 'Mail the activation link again to a member who is not activated',
    access: 'admin',
    stepUp: true,
    params,
    done: 'E-mail aktivasi dikirim lagi',
    refuses: ['not_found.member', 'member.activated', 'rate.too_many'],
  }),
  setShopState: call('PATCH', '/api/admin/v1/seller/tokostatus/{memberid}/{status}', {
    summary: 'Open or close the shop of a seller, who is notified with the reason',
    access: 'admin',
    stepUp: true,
    params: z.object({ memberid: rowIdText, status: shopCalls.setState.params.shape.status }),
    body: z.object({ reason: approvalReason }),
    data: userDetail,
    done: updated,
    refuses: ['not_found.member', 'member.own', 'member.not_seller', 'account.closed'],
  }),
}
