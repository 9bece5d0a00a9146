import { type ChangeUserCommand, changeUserCommand } from '@lapak/contract/backoffice/users'
import { z } from 'zod'
import {
  type Approval,
  type Approved,
  hasSecondAdministrator,
  noLongerPossible,
  requestApproval,
} from '#contexts/system/approvals/approvals.ts'
import type { Tx } from '#db/db.ts'
import type { JsonObject } from '#db/schema.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { changeFieldsOf, isUnchanged, movesEmail, snapshotOf } from './fields.ts'
import { type HeldUser, lockUser, refuseOwn, type UserDeps, type Word } from './locked-user.ts'
import { changeRole } from './roles.ts'
import { changeState, movesState } from './state.ts'

/*
 * What administrators do with members. All of it goes through `changeUser`: nobody changes an own account, the member is told, and what
 * opens somebody else's account or makes an administrator is not done by one alone.
 */

export interface Asked {
  id: bigint
  command: ChangeUserCommand
  reason: string
  /** When the member had been changed last, as whoever asks has seen it. */
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
      // Done and taken back, so that nobody is asked for what could not be done.
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
  /** What is to be changed, as it is now. */
  readonly snapshot: Record<string, string | null>

  constructor(snapshot: Record<string, string | null>) {
    super()
    this.snapshot = snapshot
  }
}

/** Empty where the wish changes nothing that is compared. */
const snapshotPayload = z.object({ stood: z.record(z.string(), z.string().nullable()).default({}) })

/** A second administrator has agreed, who is not the one that it is about. */
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

/** Who has the e-mail has the account, and an administrator has the market. */
const takesTwo = (user: HeldUser, command: ChangeUserCommand): boolean =>
  command.act === 'role'
    ? command.role === 'ROLE_ADMIN'
    : movesEmail(user, command.changes) || (user.administrator && movesState(user, command.changes))

async function execute(tx: Tx, deps: UserDeps, user: HeldUser, command: ChangeUserCommand, word: Word): Promise<void> {
  if (command.act === 'role') return changeRole(tx, deps, user, command, word)
  await changeFieldsOf(tx, deps, user, command.changes, word)
  await changeState(tx, deps, user, command.changes, word)
}
