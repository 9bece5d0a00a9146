import type { UserAccess, UserDetail } from '@lapak/contract/backoffice/users'
import type { FactsOf } from '@lapak/contract/system/audit'
import { sessionsOf } from '#contexts/auth/access/access.ts'
import { type ProfileDeps, profileOf, readBlock } from '#contexts/members/members/members.ts'
import { hasRecentStepUp } from '#contexts/members/step-up-auth/step-up-auth.ts'
import { listKeys } from '#contexts/partners/api-keys/api-keys.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Reader } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'

/*
 * Gives administrators access to the data of a member. The data is read by the member's id and not in a session of the member, so that administrators
 * cannot act in its name. Each access is audited before any data is returned.
 */

export interface LookDeps extends ProfileDeps {
  audit: Audit
}

type Look = FactsOf<'member.looked_at'>['what']

/** Audits the access of the administrator `by` to this member, and then reads. */
export async function withAccessLog<Seen>(
  { db, audit }: LookDeps,
  by: Caller,
  id: bigint,
  what: Look,
  read: () => Promise<Seen>,
): Promise<Seen> {
  const member = await db.read.selectFrom('member').select('id').where('id', '=', id).executeTakeFirst()
  if (!member) throw new Refusal('not_found.member')
  await db.transaction((tx) => audit.record(tx, { event: 'member.looked_at', by, subject: id, after: { what } }))
  return read()
}

/** Without a recent step-up the pictures of the identity cards are left out, so that a stolen session cannot copy them. */
export async function readUser(deps: ProfileDeps, viewer: Caller, id: bigint): Promise<UserDetail> {
  const { read } = deps.db
  const times = await read
    .selectFrom('member')
    .select(['created_at as createat', 'updated_at as updateat', 'last_active_at as lastactiveat'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { member, location, application, ...user } = await profileOf(deps, id, viewer.memberId)
  const opens = await hasRecentStepUp(deps.db, viewer)
  const cards = opens ? {} : { memberktp: null, membernpwp: null }
  const [block = null, waiting = null] = [await readBlock(read, id), await waitingFor(read, id)]
  return { ...times, user, member: { ...member, ...cards }, location, application, block, waiting, own: viewer.memberId === id }
}

const waitingFor = (read: Reader, id: bigint): Promise<{ askedby: string; reason: string } | undefined> =>
  read
    .selectFrom('approval_request')
    .innerJoin('member', 'member.id', 'approval_request.asked_by')
    .select(['member.name as askedby', 'approval_request.reason'])
    .where('approval_request.kind', '=', 'member.change')
    .where('approval_request.subject', '=', String(id))
    .where('approval_request.outcome', 'is', null)
    .executeTakeFirst()

export const readAccess = async (deps: LookDeps, id: bigint): Promise<UserAccess> => ({
  sessions: await sessionsOf(deps, id),
  keys: (await listKeys(deps.db.read, id)).all,
})
