import type { z } from 'zod'
import { readMoney } from '#contexts/funds/suspense/suspense.ts'
import { type Approval, type Approved, asNoLongerPossible } from '#contexts/system/approvals/approvals.ts'
import { Refusal } from '#http/refusal.ts'
import { giveTo, refuseOwn } from './allocate.ts'
import { noteApproved, refuseOwnClassification, takeOut } from './classify.ts'
import type { MatchDeps } from './match.ts'
import { suspenseCommand } from './suspense-command.ts'

/** Executes the command after the approval of a second administrator, if the money is still in suspense and the command is still possible. */
export async function executeApprovedSuspenseEnd(
  deps: MatchDeps,
  { subject, payload, reason }: Approved,
  approval: Approval,
): Promise<void> {
  const command = suspenseCommand.decode(payload as z.input<typeof suspenseCommand>)
  const id = BigInt(subject)
  const { by } = approval
  const word = { by, reason, alone: false, approval }
  const stopped = await readMoney(deps.db.read, id)
    .then((money) => {
      if (!('owner' in command)) return takeOut(deps, money, command, word)
      const { owner, ...confirmed } = command
      return giveTo(deps, money, owner, { ...word, confirmed })
    })
    .catch(refuseAsChanged)
  if (stopped === 'own-money') return 'owner' in command ? refuseOwn(deps, id, by) : refuseOwnClassification(deps, id, by)
  if (stopped !== null) throw new Refusal('decision.changed')
}

/** Notes the bank row as not the platform's, if it is not explained yet. */
export async function executeApprovedNote(deps: MatchDeps, { subject, reason }: Approved, approval: Approval): Promise<void> {
  const stopped = await noteApproved(deps, BigInt(subject), { by: approval.by, reason, alone: false, approval }).catch(refuseAsChanged)
  if (stopped !== null) throw new Refusal('decision.changed')
}

function refuseAsChanged(error: unknown): never {
  throw asNoLongerPossible(error)
}
