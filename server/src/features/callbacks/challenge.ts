import type { DataOf } from '@lapak/contract/call'
import { type callbackCalls, callbackChallenge, callbackChallengeAnswer } from '@lapak/contract/callbacks'
import { z } from 'zod'
import { countWithin } from '#core/count-within.ts'
import type { Database } from '#core/db.ts'
import { enqueue } from '#core/jobs.ts'
import type { OutgoingResult } from '#core/outgoing.ts'
import { Refusal } from '#core/refusal.ts'
import { randomToken, tokenHash } from '#core/secrets.ts'
import type { Settings } from '../settings/settings.ts'
import { findOrigin } from './origins.ts'
import { releaseHeld } from './release.ts'
import { type SendContext, sendNow, whyNot } from './send-now.ts'

type Challenged = DataOf<typeof callbackCalls.challenge>

export interface ChallengeContext extends SendContext {
  settings: Settings
}

/**
 * Sends a new challenge, which ends the one before, and takes its echo as the proof. Counted per origin over all members, so that
 * nobody is flooded from here by those who only say that a server is theirs.
 */
export async function challenge(context: ChallengeContext, memberId: bigint, origin: string): Promise<Challenged> {
  const { db, settings } = context
  const known = await findOrigin(db.read, memberId, origin)
  if (!known) throw new Refusal('not_found.callback_origin')
  if (known.proved_at) return { proved: true, status: null, reason: '' }
  await countWithin(db, `callbacks.challengesPerHour:${origin}`, settings.get('callbacks.challengesPerHour'), 3600)
  const token = randomToken(18)
  await db.transaction((tx) =>
    tx
      .updateTable('callback_origin')
      .set({ token_hash: tokenHash(token), asked_at: new Date() })
      .where('member_id', '=', memberId)
      .where('origin', '=', origin)
      .execute(),
  )
  const body = JSON.stringify(
    z.encode(callbackChallenge, { type: 'callback.challenge', timestamp: new Date(), data: { challenge: token } }),
  )
  const { result } = await sendNow(context, memberId, { url: known.url, name: `msg_challenge_${randomToken(9)}`, body })
  if (!echoes(result, token))
    return {
      proved: false,
      status: result.kind === 'unsent' ? null : result.status,
      reason: result.kind === 'answer' ? '' : whyNot(result.reason),
    }
  await prove(db, memberId, origin)
  return { proved: true, status: result.kind === 'answer' ? result.status : null, reason: '' }
}

/** The job's: what an hour's allowance no longer lets through is asked for again by the next day's callbacks, or by hand. */
export async function challengeInTurn(
  context: ChallengeContext,
  { memberId, origin }: { memberId: bigint; origin: string },
): Promise<void> {
  await challenge(context, memberId, origin).catch((error) => {
    if (!(error instanceof Refusal)) throw error
  })
}

/** The challenge alone, or in JSON. A server that mirrors whatever it is sent has not read it. */
function echoes(result: OutgoingResult, token: string): boolean {
  if (result.kind !== 'answer' || result.status < 200 || result.status > 299) return false
  const said = result.body.trim()
  return said === token || answerIn(said) === token
}

function answerIn(said: string): string | null {
  try {
    return callbackChallengeAnswer.safeParse(JSON.parse(said)).data?.challenge ?? null
  } catch {
    return null
  }
}

/** For receivers whose software cannot echo: their log shows the challenge, and whoever reads it types it. */
export async function proveByHand({ db }: { db: Database }, memberId: bigint, origin: string, typed: string): Promise<void> {
  const known = await findOrigin(db.read, memberId, origin)
  if (!known) throw new Refusal('not_found.callback_origin')
  if (known.proved_at) return
  if (!known.token_hash?.equals(tokenHash(typed))) throw new Refusal('callback.challenge_wrong', {}, { field: 'challenge' })
  await prove(db, memberId, origin)
}

async function prove(db: Database, memberId: bigint, origin: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .updateTable('callback_origin')
      .set({ proved_at: new Date(), token_hash: null })
      .where('member_id', '=', memberId)
      .where('origin', '=', origin)
      .where('proved_at', 'is', null)
      .execute()
    await enqueue(tx, releaseHeld, { memberId, origin })
  })
}
