import type { SupplierOutcome } from '#integrations/suppliers/supplier.ts'
import { jakartaDayOf, startOfJakartaDay } from '#shared/clock.ts'
import { type AttemptState, attemptState } from '../attempt-state.ts'
import { type AttemptNow, type Decision, decide, type Timing } from '../settlement/decide.ts'

/** An attempt that is none: each word about it is decided as it would be about a real one, and nothing is written. */
export interface Trial {
  hear(source: 'order' | 'status' | 'report', result: SupplierOutcome): Decision
}

/** `sending` was just sent; any other state begins later, after an order that left. */
export function startTrial(timing: Timing, begins: AttemptState = attemptState.sending): Trial {
  let state = begins
  let claims = begins === attemptState.sending ? 0 : 1
  return {
    hear(source, result) {
      if (source !== 'report') claims++
      // At noon: what follows shortly before and after midnight, when clocks differ about the day, is not what sellers have to know.
      const now = new Date(startOfJakartaDay(jakartaDayOf(new Date())).getTime() + 12 * 3_600_000)
      const attempt: AttemptNow = {
        state,
        asks: 0,
        claims,
        // Real orders are asked about for hours; here the time is not waited for in which one may still be under way.
        sentAt: new Date(now.getTime() - (source === 'order' ? 0 : 2 * timing.underWayMs)),
        lastSentAt: null,
        needsCode: false,
        codeMissing: false,
        referenceKeptMs: 24 * 3_600_000,
      }
      const decision = decide(attempt, { source, claim: source === 'report' ? null : claims, result }, now, timing)
      state = stateAfter(decision, state)
      return decision
    },
  }
}

function stateAfter(decision: Decision, before: AttemptState): AttemptState {
  if (decision.do === 'succeed') return attemptState.success
  return decision.do === 'fail' || decision.do === 'wait' ? decision.state : before
}
