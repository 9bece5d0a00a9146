import { type stepUpCalls, stepUpMinutes } from '@lapak/contract/members/step-up-auth'
import type { BodyOf, StepUpBy } from '@lapak/contract/shared/call'
import type { StepUpMethod } from '@lapak/contract/system/audit'
import type { Otp } from '#contexts/members/otp/otp.ts'
import { type SessionAttempts, verifyPassword } from '#contexts/members/passwords/passwords.ts'
import { verifyPin } from '#contexts/members/pin/pin.ts'
import type { TwoFactor } from '#contexts/members/two-factor/two-factor.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import { type Database, type Tx, violatesConstraint } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'

export interface StepUpDeps {
  db: Database
  audit: Audit
  otp: Otp
  twoFactor: TwoFactor
  sessionAttempts: SessionAttempts
}

type Asked = BodyOf<typeof stepUpCalls.stepUp>

const holdsMs = stepUpMinutes * 60_000

/** Records that this session was stepped up by this method. A sign-in also calls it, for the session that it opens. */
export async function recordStepUp(tx: Tx, tokenHash: Buffer, method: StepUpMethod): Promise<void> {
  const verified_at = new Date()
  await tx
    .insertInto('session_step_up')
    .values({ token_hash: tokenHash, way: method, verified_at })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ way: method, verified_at }))
    .execute()
}

/** Whether this session has a recent step-up; with `mail`, whether it has a recent one by a mailed code. */
export async function hasRecentStepUp(db: Database, { sessionHash }: Caller, by: StepUpBy = 'any'): Promise<boolean> {
  if (sessionHash === null) return false
  const stepUp = await db.read
    .selectFrom('session_step_up')
    .select('way')
    .where('token_hash', '=', sessionHash)
    .where('verified_at', '>', new Date(Date.now() - holdsMs))
    .$if(by === 'mail', (query) => query.where('way', '=', 'mail'))
    .executeTakeFirst()
  return stepUp !== undefined
}

/** Throws `access.proof_needed` unless the session has a recent step-up; throws `access.mail_proof_needed` if a mailed code is required. */
export async function requireStepUp({ db, audit }: Pick<StepUpDeps, 'db' | 'audit'>, caller: Caller, by: StepUpBy = 'any'): Promise<void> {
  if (await hasRecentStepUp(db, caller, by)) return
  await audit.recordRefused({ event: 'proof.needed', by: caller, subject: caller.memberId, after: {} })
  throw new Refusal(by === 'mail' ? 'access.mail_proof_needed' : 'access.proof_needed')
}

/** Step-up authentication by any method that the member has set up. Attempts are counted separately for each method. */
export async function confirmIdentity(deps: StepUpDeps, caller: Caller, asked: Asked): Promise<{ until: Date }> {
  const { method, use } = await verifyStepUp(deps, caller, asked)
  await deps.db
    .transaction(async (tx) => {
      await use?.(tx)
      await recordStepUp(tx, hashOf(caller), method)
      await deps.audit.record(tx, { event: 'proof.given', by: caller, subject: caller.memberId, after: { way: method } })
    })
    .catch(refuseEnded)
  return { until: new Date(Date.now() + holdsMs) }
}

interface VerifiedStepUp {
  method: StepUpMethod
  /** Uses up the code, if the method uses codes that are valid once. */
  use?: (tx: Tx) => Promise<void>
}

async function verifyStepUp(deps: StepUpDeps, caller: Caller, asked: Asked): Promise<VerifiedStepUp> {
  const { audit, otp, twoFactor, sessionAttempts } = deps
  const { memberId } = caller
  try {
    if ('password' in asked) {
      if (!(await verifyPassword(deps, caller, asked.password)))
        throw new Refusal('access.old_password', {}, { errors: { password: 'Password salah' } })
      return { method: 'password' }
    }
    if ('pin' in asked) {
      await verifyPin(deps, caller, asked.pin)
      return { method: 'pin' }
    }
    if ('code' in asked) {
      await twoFactor.requireCode(caller, asked.code)
      return { method: 'code' }
    }
    // A request with an unknown code id also counts as an attempt; the actual owner of the session would request a new code instead.
    const verifiedOtp = await sessionAttempts.attempt(caller, 'mail', () =>
      otp.verify({ by: caller, sid: asked.sid, code: asked.otp, purposes: ['proof'] }),
    )
    if (!verifiedOtp) throw new Refusal('otp.wrong')
    return { method: 'mail', use: verifiedOtp.use }
  } catch (error) {
    if (error instanceof Refusal)
      await audit.recordRefused({ event: 'proof.failed', by: caller, subject: memberId, after: { why: error.code } })
    throw error
  }
}

function hashOf({ sessionHash }: Caller): Buffer {
  if (sessionHash === null) throw new Refusal('access.no_session')
  return sessionHash
}

/** Reports a step-up whose session has ended in the meantime. */
function refuseEnded(error: unknown): never {
  if (violatesConstraint(error, 'session_step_up_token_hash_fkey')) throw new Refusal('access.no_session')
  throw error
}
