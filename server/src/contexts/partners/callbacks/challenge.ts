import { type callbackCalls, callbackChallenge, callbackChallengeAnswer } from '@lapak/contract/partners/callbacks'
import type { DataOf } from '@lapak/contract/shared/call'
import { z } from 'zod'
import { type Actor, type Audit, anonymousActor } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import type { OutgoingResult } from '#http/outgoing.ts'
import { rateLimitInTx } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'
import { enqueue } from '#jobs/jobs.ts'
import { randomToken, tokenHash } from '#shared/secrets.ts'
import { callbackVerified } from './emails.ts'
import { findEndpoint, holdsPurchases } from './endpoints.ts'
import { releaseHeldJob } from './requeue-held.ts'
import { describeFailure, type SendContext, sendOnce } from './send-once.ts'

type Challenged = DataOf<typeof callbackCalls.challenge>

export interface ChallengeContext extends SendContext, VerificationContext {
  settings: Settings
}

interface VerificationContext {
  db: Database
  audit: Audit
  outbox: Pick<Outbox, 'sendEmail'>
}

interface Endpoint {
  memberId: bigint
  origin: string
}

/** Sends a new challenge to an origin; the previous challenge becomes void. The origin is verified if it returns the challenge. */
export async function challengeEndpoint(context: ChallengeContext, by: Actor, endpoint: Endpoint): Promise<Challenged> {
  const { db } = context
  const { memberId, origin } = endpoint
  const known = await findEndpoint(db.read, memberId, origin)
  if (!known) throw new Refusal('not_found.callback_origin')
  if (known.verified_at) return { proved: true, status: null, reason: '' }
  await rateLimitChallenge(context, by, endpoint)
  const token = randomToken(18)
  await db.transaction((tx) =>
    tx
      .updateTable('callback_endpoint')
      .set({ token_hash: tokenHash(token), asked_at: new Date() })
      .where('member_id', '=', memberId)
      .where('origin', '=', origin)
      .execute(),
  )
  const body = JSON.stringify(
    z.encode(callbackChallenge, { type: 'callback.challenge', timestamp: new Date(), data: { challenge: token } }),
  )
  const { result } = await sendOnce(context, memberId, { url: known.url, messageId: `msg_challenge_${randomToken(9)}`, body })
  if (!returnsChallenge(result, token))
    return {
      proved: false,
      status: result.kind === 'unsent' ? null : result.status,
      reason: result.kind === 'answer' ? '' : describeFailure(result.reason),
    }
  await markVerified(context, by, endpoint)
  return { proved: true, status: result.kind === 'answer' ? result.status : null, reason: '' }
}

const hourSeconds = 3600
const daySeconds = 86_400

/**
 * Limits the challenges to an origin over all members, so that members who do not own it cannot flood it. Each member has a smaller limit, so that
 * such a member alone cannot prevent the owner from verifying the origin. Against many of them, a member whose callbacks of purchases wait for this
 * origin has one challenge an hour apart from theirs: accounts are free, but a purchase needs a balance. These challenges have a common limit of the same
 * size.
 */
function rateLimitChallenge({ db, settings }: ChallengeContext, by: Actor, { memberId, origin }: Endpoint): Promise<void> {
  // One transaction, so that a refused challenge uses up no other limit.
  return db.transaction(async (tx) => {
    const waitFor = (subject: string, max: number, seconds: number) => rateLimitInTx(tx, `callback challenges ${subject}`, max, seconds)
    const count = async (...limit: Parameters<typeof waitFor>) => {
      const retryAfterSeconds = await waitFor(...limit)
      if (retryAfterSeconds > 0) throw new Refusal('rate.too_many', {}, { retryAfterSeconds })
    }
    await count(`of ${memberId} to ${origin}`, settings.get('callbacks.challengesPerHourAndMember'), hourSeconds)
    // Challenges of the job were already counted when the origin was recorded.
    if (by.memberId !== null) await count(`by hand of ${memberId}`, settings.get('callbacks.manualChallengesPerDay'), daySeconds)
    const perHour = settings.get('callbacks.challengesPerHour')
    const retryAfterSeconds = await waitFor(`to ${origin}`, perHour, hourSeconds)
    if (retryAfterSeconds === 0) return
    if (!(await holdsPurchases(tx, memberId, origin))) throw new Refusal('rate.too_many', {}, { retryAfterSeconds })
    await count(`of ${memberId} to ${origin} for held callbacks`, 1, hourSeconds)
    await count(`to ${origin} for held callbacks`, perHour, hourSeconds)
  })
}

/** Called by the job. If the hourly limit refuses the challenge, it is requested again by callbacks of the next day or by the member. */
export async function runChallengeJob(context: ChallengeContext, endpoint: Endpoint): Promise<void> {
  await challengeEndpoint(context, anonymousActor(endpoint.origin), endpoint).catch((error) => {
    if (!(error instanceof Refusal)) throw error
  })
}

/**
 * The response must be the challenge itself, or JSON that contains it. A server that returns every request body unchanged is not verified, because it
 * has not processed the challenge.
 */
function returnsChallenge(result: OutgoingResult, token: string): boolean {
  if (result.kind !== 'answer' || result.status < 200 || result.status > 299) return false
  const text = result.body.trim()
  return text === token || answerIn(text) === token
}

function answerIn(text: string): string | null {
  try {
    return callbackChallengeAnswer.safeParse(JSON.parse(text)).data?.challenge ?? null
  } catch {
    return null
  }
}

/** For receivers that cannot return the challenge: the member reads it in the log of the receiver and enters it in the web app. */
export async function verifyEndpointByHand(context: VerificationContext, by: Caller, origin: string, typed: string): Promise<void> {
  const { memberId } = by
  const known = await findEndpoint(context.db.read, memberId, origin)
  if (!known) throw new Refusal('not_found.callback_origin')
  if (known.verified_at) return
  if (!known.token_hash?.equals(tokenHash(typed))) throw new Refusal('callback.challenge_wrong', {}, { field: 'challenge' })
  await markVerified(context, by, { memberId, origin })
}

async function markVerified({ db, audit, outbox }: VerificationContext, by: Actor, { memberId, origin }: Endpoint): Promise<void> {
  await db.transaction(async (tx) => {
    const verified = await tx
      .updateTable('callback_endpoint')
      .set({ verified_at: new Date(), token_hash: null })
      .where('member_id', '=', memberId)
      .where('origin', '=', origin)
      .where('verified_at', 'is', null)
      .returning('origin')
      .executeTakeFirst()
    if (!verified) return
    await enqueue(tx, releaseHeldJob, { memberId, origin })
    await audit.record(tx, { event: 'callback.origin_proved', by, subject: memberId, after: { origin } })
    const { email } = await tx.selectFrom('member').select('email').where('id', '=', memberId).executeTakeFirstOrThrow()
    await outbox.sendEmail(tx, { memberId, email }, callbackVerified(origin))
  })
}

/** Revokes the verification: from the next callback on, the origin counts as unverified. */
export async function revokeEndpointVerification(
  { db, audit }: Pick<VerificationContext, 'db' | 'audit'>,
  by: Caller,
  origin: string,
): Promise<void> {
  const { memberId } = by
  await db.transaction(async (tx) => {
    const taken = await tx
      .updateTable('callback_endpoint')
      .set({ verified_at: null, token_hash: null, asked_at: null, notified_at: null })
      .where('member_id', '=', memberId)
      .where('origin', '=', origin)
      .where('verified_at', 'is not', null)
      .returning('origin')
      .executeTakeFirst()
    if (!taken) throw new Refusal('not_found.callback_origin')
    await audit.record(tx, { event: 'callback.proof_taken_back', by, subject: memberId, before: { origin } })
  })
}
