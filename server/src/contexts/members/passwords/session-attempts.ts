import type { ShutSession } from '@lapak/contract/system/audit'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Database, Tx } from '#db/db.ts'
import { type AttemptCheck, deleteAttempts, throttleAttempts } from '#http/brute-force.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { sessionShut } from './emails.ts'

/** The secrets that a signed-in member may have to enter: their attempts are counted per session. */
type SessionSecret = ShutSession['secret']

/**
 * Throttles attempts within a session. Each session has its own count, so that attempts at the sign-in do not affect it, a stolen session does not
 * block its owner, and a success of the owner does not reset the count of the thief. A session ends after ten consecutive wrong attempts.
 */
export interface SessionAttempts {
  attempt<Found>(by: Caller, secret: SessionSecret, check: AttemptCheck<Found>): Promise<Found | false>
  /** Resets the count of this session, because attempts at the old secret must not delay the new one. */
  forget(tx: Tx, by: Caller, secret: SessionSecret): Promise<void>
}

export interface SessionAttemptsContext {
  db: Database
  audit: Audit
  outbox: Pick<Outbox, 'sendEmail'>
  endSession(tx: Tx, memberId: bigint, sessionId: bigint): Promise<unknown>
}

const wrongMax = 10

export function createSessionAttempts({ db, audit, outbox, endSession }: SessionAttemptsContext): SessionAttempts {
  const subjectOf = ({ memberId, sessionId }: Caller, secret: SessionSecret) => `${secret}:${memberId} in ${sessionId}`

  async function endAfterTooManyAttempts(tx: Tx, by: Caller, secret: SessionSecret) {
    const { memberId, sessionId, ipAddress } = by
    if (sessionId !== null) await endSession(tx, memberId, sessionId)
    const { email } = await tx.selectFrom('member').select('email').where('id', '=', memberId).executeTakeFirstOrThrow()
    await outbox.sendEmail(tx, { memberId, email }, sessionShut(secret, ipAddress))
    await audit.record(tx, { event: 'session.shut', by, subject: memberId, after: { secret } })
  }

  return {
    async attempt(by, secret, check) {
      const target = {
        subject: subjectOf(by, secret),
        lockAfter: wrongMax,
        alarm: { after: wrongMax, onThreshold: (tx: Tx) => endAfterTooManyAttempts(tx, by, secret) },
      }
      try {
        return await throttleAttempts(db, target, check)
      } catch (error) {
        // The session was ended by other attempts while this request waited.
        if (error instanceof Refusal && error.code === 'access.link_needed') throw new Refusal('access.no_session')
        throw error
      }
    },
    forget: (tx, by, secret) => deleteAttempts(tx, [subjectOf(by, secret)]),
  }
}
