import { type UserWish, userWish } from '@lapak/contract/backoffice/users'
import { z } from 'zod'
import { type Approval, type Approved, askSecond, hasSecondAdministrator, noLongerPossible } from '#contexts/system/approvals/approvals.ts'
import type { Tx } from '#db/db.ts'
import type { JsonObject } from '#db/schema.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { changeFieldsOf, movesEmail, standsAs, stoodOf } from './fields.ts'
import { type HeldUser, holdUser, refuseOwn, type UserDeps, type Word } from './held.ts'
import { changeRole } from './roles.ts'
import { changeState, movesState } from './state.ts'

/*
 * What administrators do with members. All of it goes through `changeUser`: nobody changes an own account, the member is told, and what
 * opens somebody else's account or makes an administrator is not done by one alone.
 */

export interface Asked {
  id: bigint
  wish: UserWish
  reason: string
  /** When the member had been changed last, as whoever asks has seen it. */
  seen?: Date | undefined
}

export async function changeUser(deps: UserDeps, by: Caller, { id, wish, reason, seen }: Asked): Promise<'done' | 'asked'> {
  await refuseOwn(deps.audit, by, id)
  const became = await deps.db
    .transaction(async (tx) => {
      const user = await holdUser(tx, by, id)
      if (seen && user.updated_at.getTime() !== seen.getTime()) throw new Refusal('member.changed')
      const waits = takesTwo(user, wish) && (await hasSecondAdministrator(tx, by.memberId, id))
      await carryOut(tx, deps, user, wish, { by, askedBy: null, reason })
      // Done and taken back, so that nobody is asked for what could not be done.
      if (waits) throw new WaitsForSecond(wish.act === 'change' ? stoodOf(user, wish.changes) : {})
      return null
    })
    .catch((error) => {
      if (error instanceof WaitsForSecond) return error
      throw error
    })
  if (became !== null) {
    const payload = { ...z.encode(userWish, wish), stood: became.stood } as JsonObject
    await askSecond(deps, { kind: 'member.change', subject: String(id), amount: null, payload, by, reason })
  }
  return became === null ? 'done' : 'asked'
}

class WaitsForSecond extends Error {
  /** What is to be changed, as it is now. */
  readonly stood: Record<string, string | null>

  constructor(stood: Record<string, string | null>) {
    super()
    this.stood = stood
  }
}

/** Empty where the wish changes nothing that is compared. */
const asItStood = z.object({ stood: z.record(z.string(), z.string().nullable()).default({}) })

/** A second administrator has agreed, who is not the one that it is about. */
export async function changeUserTogether(deps: UserDeps, { subject, payload, reason }: Approved, approval: Approval): Promise<void> {
  const wish = userWish.decode(payload as z.input<typeof userWish>)
  const { by, askedBy } = approval
  await refuseOwn(deps.audit, by, BigInt(subject))
  await deps.db.transaction(async (tx) => {
    const user = await holdUser(tx, by, BigInt(subject))
    const { stood } = asItStood.parse(payload)
    if (!standsAs(user, stood)) throw new Refusal('decision.changed', { why: '. Data member ini sudah diubah orang lain' })
    if (!(await approval.take(tx))) throw new Refusal('decision.changed')
    await carryOut(tx, deps, user, wish, { by, askedBy, reason }).catch((error: unknown) => {
      throw error instanceof Refusal ? noLongerPossible(error) : error
    })
  })
}

/** Who has the e-mail has the account, and an administrator has the market. */
const takesTwo = (user: HeldUser, wish: UserWish): boolean =>
  wish.act === 'role'
    ? wish.role === 'ROLE_ADMIN'
    : movesEmail(user, wish.changes) || (user.administrator && movesState(user, wish.changes))

async function carryOut(tx: Tx, deps: UserDeps, user: HeldUser, wish: UserWish, word: Word): Promise<void> {
  if (wish.act === 'role') return changeRole(tx, deps, user, wish, word)
  await changeFieldsOf(tx, deps, user, wish.changes, word)
  await changeState(tx, deps, user, wish.changes, word)
}
