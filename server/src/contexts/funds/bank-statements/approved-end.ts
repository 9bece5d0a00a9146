import type { z } from 'zod'
import { readMoney, type WaitingMoney } from '#contexts/funds/suspense/suspense.ts'
import { type Approval, type Approved, noLongerPossible } from '#contexts/system/approvals/approvals.ts'
import { Refusal } from '#http/refusal.ts'
import { giveTo, refuseOwn } from './allocate.ts'
import { noteApproved, refuseOwnClassification, takeOut } from './classify.ts'
import type { MatchDeps } from './match.ts'
import { type SuspenseCommand, suspenseCommand } from './suspense-command.ts'
import { isUnbooked, takeOutUnbookedReturn } from './unbooked-return.ts'

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
    .then(async (money) => {
      if ('owner' in command)
        return giveTo(deps, money, command.owner, { ...word, confirmed: { notReturn: command.notreturn, notTicket: command.notticket } })
      const returned = await unbookedReturnOf(deps, money, command)
      return returned === null ? takeOut(deps, money, command, word) : takeOutUnbookedReturn(deps, money, returned, word)
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
  throw error instanceof Refusal ? noLongerPossible(error) : error
}

/** The cash-out by whose unbooked return the command explains the money; null for any other command. */
async function unbookedReturnOf({ db }: MatchDeps, { statementId }: WaitingMoney, command: SuspenseCommand): Promise<bigint | null> {
  if ('owner' in command || command.kind !== 'cash_out' || command.reference === undefined || statementId === null) return null
  return (await isUnbooked(db.read, statementId, command.reference)) ? command.reference : null
}
