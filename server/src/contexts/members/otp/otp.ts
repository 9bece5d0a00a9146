import { createHmac, type KeyObject, randomInt, timingSafeEqual } from 'node:crypto'
import { type otpCalls, otpLength, otpMinutes, otpPauseSeconds, type otpPurposes } from '@lapak/contract/members/otp'
import type { DataOf } from '@lapak/contract/shared/call'
import { sql } from 'kysely'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { rateLimitByNetworkInTx } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'
import { randomToken } from '#shared/secrets.ts'
import { localPhone } from './phone.ts'

export { localPhone, normalPhone } from './phone.ts'

export type OtpPurpose = 'phone' | (typeof otpPurposes)[number]

/** One-time codes for all features. A code is short, allows few attempts and can be used once, and a newer code voids it. */
export interface Otp {
  /** Sends a code by WhatsApp if the member has a verified phone, otherwise by e-mail. Codes for step-up authentication are always sent by e-mail. */
  send(by: Requester, purpose: Exclude<OtpPurpose, 'phone'>): Promise<DataOf<typeof otpCalls.send>>
  /** Sends a code to this phone number (E.164 digits) to verify the number. */
  sendToPhone(by: Requester, phone: string): Promise<DataOf<typeof otpCalls.send>>
  /**
   * Checks a code and counts the attempt in a separate transaction, so it must be called before the caller's transaction begins. Throws `otp.wrong`
   * or `otp.expired`. Only `use` uses up the code; it is called in the transaction of the action that the code allows.
   */
  verify(asked: { by: Asker; sid: string; code: string; purposes: readonly OtpPurpose[] }): Promise<VerifiedOtp>
}

type Asker = Pick<Caller, 'memberId' | 'sessionId'>
/** Who requests a code, and from which IP address. */
type Requester = Pick<Caller, 'memberId' | 'sessionId' | 'ipAddress'>

export interface VerifiedOtp {
  /** The destination that the code was sent to: E.164 digits or an e-mail address. */
  destination: string
  /** Uses up the code. Throws `otp.expired` if another request has already used it. */
  use(tx: Tx): Promise<void>
}

const triesMax = 5

/**
 * Purposes whose codes are bound to a session and counted separately, so that requests in a stolen session neither use up the owner's limit nor void
 * the owner's codes.
 */
const ofSession = ['proof', 'cash_out'] as const satisfies OtpPurpose[]
/**
 * A thief with the password can open many sessions, and each code allows five attempts. So a destination gets, per day and purpose, at most the codes
 * that this number of sessions may request.
 */
const sessionsCounted = 3
/**
 * A phone that nobody has verified gets, per day, at most the codes of this number of members. Each of them may request half of a member's codes for
 * it: so its owner can verify it although somebody else has requested codes for it all day.
 */
const claimantsCounted = 3
const shareOfPhone = (perDay: number) => Math.ceil(perDay / 2)

/** The end of the sentence "Kode OTP untuk …". */
const uses: Record<OtpPurpose, string> = {
  phone: 'verifikasi nomor telp',
  confirm: 'konfirmasi di akun Anda',
  cash_out: 'penarikan saldo',
  jabber: 'perubahan JabberID',
  bank: 'perubahan rekening bank',
  proof: 'konfirmasi bahwa ini Anda',
}

interface Target {
  channel: 'whatsapp' | 'mail'
  destination: string
}

interface Contact {
  email: string
  phone: string | null
  phone_verified_at: Date | null
}

export interface OtpOptions {
  db: Database
  outbox: Outbox
  settings: Settings
  /** The key that hashes codes. */
  key: KeyObject
  /** Whether WhatsApp messages can be sent. If not, codes are sent by e-mail, except codes that verify a phone. */
  whatsapp: boolean
}

export function createOtp({ db, outbox, settings, key, whatsapp }: OtpOptions): Otp {
  /** Requests of a member run one at a time: messages cost money, so only one of two concurrent requests may send a code. */
  const issue = ({ memberId, sessionId, ipAddress }: Requester, purpose: OtpPurpose, choose: (member: Contact) => Target) =>
    db.transaction(async (tx) => {
      await takeTurn(tx, `otp member ${memberId}`)
      const member = await tx
        .selectFrom('member')
        .select(['email', 'phone', 'phone_verified_at'])
        .where('id', '=', memberId)
        .executeTakeFirstOrThrow()
      const { channel, destination } = choose(member)
      const perDay = settings.get('otp.perDay')
      const own = ofSession.find((one) => one === purpose) ?? null
      const session_id = own === null ? null : sessionId
      await checkPace(
        tx,
        sql<boolean>`member_id = ${memberId} and session_id is not distinct from ${session_id}
          and case when purpose = any(${ofSession}::text[]) then purpose end is not distinct from ${own}`,
        perDay,
      )
      if (own !== null) await refuseTooManyTo(tx, { destination, purpose: own }, perDay * sessionsCounted)
      // Applies only to a phone that is not verified yet: requests of others must not use up the codes of a number's verified owner.
      if (purpose === 'phone') {
        await takeTurn(tx, `otp destination ${destination}`)
        await checkPace(tx, sql<boolean>`destination = ${destination}`, perDay * claimantsCounted)
        await refuseTooManyTo(tx, { destination, purpose, memberId }, shareOfPhone(perDay))
      }
      await rateLimitInNetwork(tx, ipAddress, settings.get('otp.perHourAndNetwork'))
      const sid = randomToken(18)
      const code = String(randomInt(10 ** otpLength)).padStart(otpLength, '0')
      await tx
        .insertInto('otp')
        .values({
          sid,
          member_id: memberId,
          session_id,
          purpose,
          channel,
          destination,
          code_hash: codeHash(key, sid, code),
          expires_at: sql<Date>`now() + ${otpMinutes} * interval '1 minute'`,
        })
        .execute()
      const message = { code, use: uses[purpose], minutes: otpMinutes, verifiesDestination: purpose === 'phone' }
      await outbox.sendCode(tx, { memberId, channel, destination }, message)
      return { sid, key: sid, otpkey: sid, channel, destination: masked({ channel, destination }) }
    })

  return {
    send: (by, purpose) =>
      issue(by, purpose, ({ email, phone, phone_verified_at }) =>
        // Codes for step-up authentication are sent by e-mail, because a thief with the session may have verified another phone.
        purpose !== 'proof' && whatsapp && phone !== null && phone_verified_at !== null
          ? { channel: 'whatsapp', destination: phone }
          : { channel: 'mail', destination: email },
      ),
    sendToPhone: (by, phone) =>
      issue(by, 'phone', (member) => {
        if (member.phone_verified_at !== null && member.phone !== phone) throw new Refusal('phone.locked')
        return { channel: 'whatsapp', destination: phone }
      }),
    async verify({ by, sid, code, purposes }) {
      const tried = await countTry(db, by, sid, purposes)
      if (tried === undefined) throw new Refusal('otp.expired')
      if (!timingSafeEqual(tried.code_hash, codeHash(key, sid, code))) throw new Refusal('otp.wrong')
      return { destination: tried.destination, use: (tx) => useUp(tx, sid) }
    },
  }
}

const takeTurn = (tx: Tx, subject: string) => sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(tx)

/** Throws if too many codes were sent for this member or destination, or if the last code was sent too recently. */
async function checkPace(tx: Tx, whose: ReturnType<typeof sql<boolean>>, perDay: number) {
  const sent = await tx
    .selectFrom('otp')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('count'),
      sql<number | null>`extract(epoch from max(created_at) + ${otpPauseSeconds} * interval '1 second' - now())::float8`.as('wait'),
      untilRoom.as('ends_in'),
    ])
    .where(whose)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  const seconds = Math.ceil(sent.wait ?? 0)
  if (seconds > 0) throw new Refusal('otp.wait', { seconds }, { retryAfterSeconds: seconds })
  if (sent.count >= perDay) throw tooMany(sent.ends_in)
}

/** The number of seconds until the oldest code of the last 24 hours no longer counts for the limit. */
const untilRoom = sql<number | null>`extract(epoch from min(created_at) + interval '1 day' - now())::float8`

const tooMany = (endsIn: number | null) => new Refusal('otp.too_many', {}, { retryAfterSeconds: Math.max(1, Math.ceil(endsIn ?? 0)) })

/**
 * Limits the codes that are sent for one network: each code costs money, and new accounts are free. Only codes that are sent count: a member that asks
 * again and again is refused by its own limit and must not use up the limit of the others in its network.
 */
async function rateLimitInNetwork(tx: Tx, ipAddress: string, max: number) {
  const seconds = await rateLimitByNetworkInTx(tx, 'otp', ipAddress, max, 3600)
  if (seconds > 0) throw new Refusal('rate.too_many', {}, { retryAfterSeconds: seconds })
}

interface SentTo {
  destination: string
  purpose: OtpPurpose
  /** Only the codes of this member; otherwise those of all members. */
  memberId?: bigint
}

/** Refuses a code if too many codes of this purpose were sent to the destination, counted over all sessions. */
async function refuseTooManyTo(tx: Tx, { destination, purpose, memberId }: SentTo, max: number) {
  const { count, ends_in } = await tx
    .selectFrom('otp')
    .select(({ fn }) => [fn.countAll<bigint>().as('count'), untilRoom.as('ends_in')])
    .where('destination', '=', destination)
    .where('purpose', '=', purpose)
    .$if(memberId !== undefined, (of) => of.where('member_id', '=', memberId as bigint))
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  if (count >= max) throw tooMany(ends_in)
}

/**
 * Called after a password reset by e-mail, so that requests of a thief do not prevent step-up authentication. Codes for cash-outs still count,
 * because they may have cost money.
 */
export async function deleteStepUpCodes(tx: Tx, memberId: bigint): Promise<void> {
  await tx.deleteFrom('otp').where('member_id', '=', memberId).where('purpose', '=', 'proof').execute()
}

/** Counts an attempt in one statement that is committed before the code is compared, so that concurrent attempts are all counted. */
const countTry = (db: Database, { memberId, sessionId }: Asker, sid: string, purposes: readonly OtpPurpose[]) =>
  db.transaction((tx) =>
    tx
      .updateTable('otp')
      .set({ tries: sql<number>`tries + 1` })
      .where('sid', '=', sid)
      .where('member_id', '=', memberId)
      .where('purpose', 'in', purposes)
      .where(({ or, eb }) => or([eb('session_id', 'is', null), eb('session_id', '=', sessionId)]))
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .where('tries', '<', triesMax)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('otp as newer')
              .select('newer.sid')
              .whereRef('newer.member_id', '=', 'otp.member_id')
              .whereRef('newer.purpose', '=', 'otp.purpose')
              .whereRef('newer.session_id', 'is not distinct from', 'otp.session_id')
              .whereRef('newer.created_at', '>', 'otp.created_at'),
          ),
        ),
      )
      .returning(['code_hash', 'destination'])
      .executeTakeFirst(),
  )

async function useUp(tx: Tx, sid: string) {
  const used = await tx
    .updateTable('otp')
    .set({ used_at: sql<Date>`now()` })
    .where('sid', '=', sid)
    .where('used_at', 'is', null)
    .returning('sid')
    .executeTakeFirst()
  if (used === undefined) throw new Refusal('otp.expired')
}

/**
 * The hash needs a key, because a reader of the table could otherwise hash all million codes within a second. It includes the sid, so it is valid for
 * this code only.
 */
const codeHash = (key: KeyObject, sid: string, code: string) => createHmac('sha256', key).update(`${sid} ${code}`).digest()

/** `08••••••2001` or `b•••@lapak.test`: enough for the owner to recognise the destination, too little for others. */
function masked({ channel, destination }: Target): string {
  if (channel === 'mail') return destination.replace(/^(.).*(?=@)/, '$1•••')
  const phone = localPhone(destination)
  return phone.slice(0, 2) + '•'.repeat(phone.length - 6) + phone.slice(-4)
}
