import type { SupplierOutcome } from '#integrations/suppliers/supplier.ts'
import { jakartaDayOf, startOfJakartaDay } from '#shared/clock.ts'
import { type AttemptState, attemptState } from '../attempt-state.ts'
import { type AttemptSnapshot, type Decision, decideOutcome, type Timing } from '../settlement/decide.ts'

/** A simulated attempt: each outcome is decided by the same rules as for a real attempt, and nothing is written. */
export interface Trial {
  decide(source: 'order' | 'status' | 'report', result: SupplierOutcome): Decision
}

/** With the state `sending` the trial begins with an order that was just sent, with any other state some time after the order was sent. */
export function startTrial(timing: Timing, begins: AttemptState = attemptState.sending): Trial {
  let state = begins
  let claims = begins === attemptState.sending ? 0 : 1
  return {
    decide(source, result) {
      if (source !== 'report') claims++
      // The time is noon, because near midnight the result may depend on differences between clocks, which the guide does not describe.
      const now = new Date(startOfJakartaDay(jakartaDayOf(new Date())).getTime() + 12 * 3_600_000)
      const attempt: AttemptSnapshot = {
        state,
        calls: 0,
        claims,
        // A status answer or a report arrives so long after the order was sent that the order can no longer be in transit.
        sentAt: new Date(now.getTime() - (source === 'order' ? 0 : 2 * timing.inTransitMs)),
        lastSentAt: null,
        needsCode: false,
        codeMissing: false,
        partial: false,
        isFromBeforeRestore: false,
        referenceKeptMs: 24 * 3_600_000,
      }
      const decision = decideOutcome(attempt, { source, claim: source === 'report' ? null : claims, result }, now, timing)
      state = stateAfter(decision, state)
      return decision
    },
  }
}

function stateAfter(decision: Decision, before: AttemptState): AttemptState {
  if (decision.do === 'succeed') return attemptState.success
  return decision.do === 'fail' || decision.do === 'wait' ? decision.state : before
}
