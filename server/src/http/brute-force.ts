import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Statement, Tx } from '#db/db.ts'
import { Refusal } from './refusal.ts'

/** Wrong attempts before the first wait, and the longest wait in seconds. Waits start at one second and double. */
const freeAttempts = 5
const waitMaxSeconds = 15 * 60

/** How long an attempt waits for a slot while other attempts at the same subject are checked. Right attempts free their slots. */
const maxWaitMs = 10_000
const pollMs = 50

/** A check is much shorter than this. If it takes longer, its process has died, and the attempt counts as wrong. */
const lostAfter = `interval '30 seconds'`

/** Returns the result of a correct attempt, or false. */
export type AttemptCheck<Found> = () => Promise<Found | false>

/** The secret, and the limits for attempts. */
export interface AttemptTarget {
  subject: string
  /** Wrong attempts before the first wait. */
  free?: number
  /** After this many consecutive failed attempts, no attempt is checked any more until the count is reset. */
  lockAfter?: number
  /** Runs in the transaction that counts the given number of consecutive failed attempts. */
  alarm?: { after: number; onThreshold(tx: Tx): Promise<void> }
  /** A correct attempt frees only its slot and does not reset the count. For secrets for which anybody can produce a correct value. */
  keepsCount?: boolean
}

/**
 * Checks an attempt at a secret with protection against brute force. An attempt is counted before it is checked, so that a thousand concurrent attempts
 * count as a thousand. At most as many attempts are checked concurrently as failed attempts are allowed before the first wait. Further attempts wait
 * until these are checked; they are refused with `access.too_many` if these failed, or with `access.link_needed` if the subject is shut. A correct
 * attempt resets the count; after a day without a failed attempt the waits start from the beginning.
 */
export async function throttleAttempts<Found>(db: Database, target: AttemptTarget, check: AttemptCheck<Found>): Promise<Found | false> {
  const startedAt = Date.now()
  await inTurn(target.subject, () => reserveAttempt(db, target, startedAt))
  let found: Found | false = false
  try {
    found = await check()
  } finally {
    await recordResult(db, target, found !== false)
  }
  return found
}

export async function deleteAttempts(tx: Tx, subjects: readonly string[]): Promise<void> {
  await tx.deleteFrom('sign_in_failure').where('subject', 'in', subjects).execute()
}

const turns = new Map<string, Promise<void>>()

/** In each process, only one attempt per subject queries the database for a slot at a time. */
async function inTurn(subject: string, work: () => Promise<void>): Promise<void> {
  const mine = (turns.get(subject) ?? Promise.resolve()).then(work)
  const over = mine.catch(() => undefined)
  turns.set(subject, over)
  try {
    await mine
  } finally {
    if (turns.get(subject) === over) turns.delete(subject)
  }
}

async function reserveAttempt(db: Database, target: AttemptTarget, startedAt: number): Promise<void> {
  for (;;) {
    const waitedMs = Date.now() - startedAt
    const state = await tryToReserve(db, target, waitedMs)
    if (state === 'taken') return
    if (state.shut) throw new Refusal('access.link_needed')
    const seconds = Math.max(1, Math.ceil(state.waits))
    const decided = state.under_way === 0 && state.waits + waitedMs / 1000 > 0
    if (decided || waitedMs > maxWaitMs) throw new Refusal('access.too_many', { seconds }, { retryAfterSeconds: seconds })
    await pause(pollMs)
  }
}

interface NotReserved {
  under_way: number
  /** In seconds. */
  waits: number
  shut: boolean
}

function tryToReserve(db: Database, target: AttemptTarget, waitedMs: number): Promise<'taken' | NotReserved> {
  const { subject, free = freeAttempts, lockAfter = Number.MAX_SAFE_INTEGER } = target
  return db.transaction(async (tx) => {
    const taken = await tx.run(reserveStatement, [subject, free, lockAfter, waitedMs])
    if (taken.length > 0) return 'taken'
    await alarmAfter(tx, target, await tx.run<Counted>(expireStatement, [subject, free, waitMaxSeconds]))
    const [state] = await tx.run<NotReserved>(readState, [subject, lockAfter])
    return state ?? { under_way: 0, waits: 0, shut: false }
  })
}

function recordResult(db: Database, target: AttemptTarget, right: boolean): Promise<void> {
  const { subject, free = freeAttempts, keepsCount = false } = target
  return db.transaction(async (tx) => {
    if (!right) await alarmAfter(tx, target, await tx.run<Counted>(countWrongStatement, [subject, free, waitMaxSeconds]))
    else {
      await tx.run(keepsCount ? releaseAttempt : resetAttempts, [subject])
      await tx.run(deleteEmpty, [subject])
    }
  })
}

/** Number of consecutive failed attempts before and after the latest attempts were counted. */
interface Counted {
  before: number
  now: number
}

async function alarmAfter(tx: Tx, { alarm }: AttemptTarget, [counted]: Counted[]): Promise<void> {
  if (alarm && counted && counted.before < alarm.after && counted.now >= alarm.after) await alarm.onThreshold(tx)
}

/** Number of failed attempts, reset after a day. */
const failures = `(case when known.at < clock_timestamp() - interval '1 day' then 0 else known.failures end)`

/**
 * Concurrent attempts wait for the row lock, so `clock_timestamp()` gives the time of counting instead of the start of the statement. A wait that
 * began while an attempt was waiting for the lock applies to that attempt too, even if the wait has ended since.
 */
const reserveStatement: Statement = {
  name: 'brute-force.reserve',
  text: `
  insert into sign_in_failure as known (subject, failures, blocked_until, under_way, taken_at) values ($1, 0, 'epoch', 1, clock_timestamp())
  on conflict (subject) do update set under_way = known.under_way + 1, taken_at = clock_timestamp()
  where known.wrong_in_a_row < $3::bigint
    and known.blocked_until <= clock_timestamp() - $4::integer * interval '1 millisecond'
    and (known.under_way = 0 or ${failures} + known.under_way < $2::integer)
  returning under_way`,
}

const readState: Statement = {
  name: 'brute-force.state',
  text: `
  select under_way, extract(epoch from blocked_until - clock_timestamp())::float8 as waits, wrong_in_a_row >= $2::bigint as shut
  from sign_in_failure where subject = $1`,
}

const wrong = (count: string) => `
  update sign_in_failure known set
    under_way = greatest(known.under_way - ${count}, 0),
    failures = ${failures} + ${count},
    wrong_in_a_row = known.wrong_in_a_row + ${count},
    blocked_until = case when ${failures} + ${count} < $2::integer then 'epoch'
      else clock_timestamp() + least(power(2, least(${failures} + ${count} - $2::integer, 20)), $3::integer) * interval '1 second' end,
    at = clock_timestamp()
  where subject = $1`
const counted = 'returning old.wrong_in_a_row as before, new.wrong_in_a_row as now'

const countWrongStatement: Statement = { name: 'brute-force.count-wrong', text: `${wrong('1')} ${counted}` }

const expireStatement: Statement = {
  name: 'brute-force.expire',
  text: `${wrong('known.under_way')} and known.under_way > 0 and known.taken_at < clock_timestamp() - ${lostAfter} ${counted}`,
}

const releaseAttempt: Statement = {
  name: 'brute-force.release',
  text: `update sign_in_failure set under_way = greatest(under_way - 1, 0) where subject = $1`,
}

const resetAttempts: Statement = {
  name: 'brute-force.reset',
  text: `
  update sign_in_failure set under_way = greatest(under_way - 1, 0), failures = 0, wrong_in_a_row = 0, blocked_until = 'epoch'
  where subject = $1`,
}

const deleteEmpty: Statement = {
  name: 'brute-force.delete',
  text: `delete from sign_in_failure where subject = $1 and under_way = 0 and wrong_in_a_row = 0`,
}
