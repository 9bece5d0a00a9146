import type { KeyObject } from 'node:crypto'
import { createHmac, randomInt } from 'node:crypto'
import type { twoFactorCalls } from '@lapak/contract/members/two-factor'
import type { DataOf } from '@lapak/contract/shared/call'
import { codeLength, recoveryGroupLength } from '@lapak/contract/shared/two-factor-codes'
import { generateSecret, generateURI, verifySync } from 'otplib'
import QRCode from 'qrcode'
import type { SessionAttempts } from '#contexts/members/passwords/passwords.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Email, Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Database, Reader, Tx } from '#db/db.ts'
import { encryptedColumn } from '#db/encrypted-columns.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import type { Cipher } from '#shared/secrets.ts'
import { recoveryRenewed, switchedOff, switchedOn } from './emails.ts'

export { removeTwoFactor } from './removal.ts'

/** Authenticator codes (RFC 6238) and recovery codes. */
export interface TwoFactor {
  isOn(memberId: bigint, on?: Tx): Promise<boolean>
  /**
   * Whether this is an authenticator code of the current, previous or next time step (30 seconds each), or an unused recovery code. A correct code is
   * used up and does not work again, also in concurrent requests. The caller has to count the attempts.
   */
  consumeCode(memberId: bigint, code: string): Promise<boolean>
  /** Throws unless two-factor is on and the code is correct. Counts the attempts. */
  requireCode(by: Caller, code: string): Promise<void>
  /** Creates a new secret. It has no effect until `enable` is called with a code of it. */
  generate(memberId: bigint): Promise<DataOf<typeof twoFactorCalls.generate>>
  /** Switches two-factor on and ends every session. Returns the recovery codes, which cannot be read again. */
  enable(by: Caller, code: string): Promise<string[]>
  /** Switches two-factor off and ends every session except the current one. */
  disable(by: Caller, code: string): Promise<void>
  regenerateRecoveryCodes(by: Caller, code: string): Promise<string[]>
}

/** The encrypted column with the secrets from which authenticator apps compute their codes. */
export const authenticatorSecrets = encryptedColumn({ table: 'two_factor', column: 'secret', id: 'member_id', owner: 'member_id' })

export interface TwoFactorContext {
  db: Database
  audit: Audit
  cipher: Cipher
  outbox: Outbox
  sessionAttempts: SessionAttempts
  /** The key that hashes recovery codes. */
  recoveryKey: KeyObject
  endSessions(tx: Tx, memberId: bigint, except?: Buffer | null): Promise<void>
}

const issuer = 'Lapak'
const qrLook = { width: 200, errorCorrectionLevel: 'H' } as const

export function createTwoFactor({ db, audit, cipher, outbox, sessionAttempts, recoveryKey, endSessions }: TwoFactorContext): TwoFactor {
  const find = (memberId: bigint, on: Reader = db.read) =>
    on.selectFrom('two_factor').select(['secret', 'enabled_at']).where('member_id', '=', memberId).executeTakeFirst()

  const lock = (tx: Tx, memberId: bigint) =>
    tx.selectFrom('two_factor').select(['secret', 'enabled_at']).where('member_id', '=', memberId).forUpdate().executeTakeFirst()

  async function consumeCode(memberId: bigint, code: string): Promise<boolean> {
    return (await consumeAuthenticatorCode(memberId, code)) || (await consumeRecoveryCode(memberId, code))
  }

  /** Accepts only codes of a later time step than the last accepted one, so a used code and all earlier codes are refused as replays. */
  const consumeAuthenticatorCode = (memberId: bigint, code: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      const known = await lock(tx, memberId)
      const step = known?.enabled_at ? stepOf(cipher.decrypt(known.secret, memberId), code) : null
      if (step === null) return false
      const { numUpdatedRows } = await tx
        .updateTable('two_factor')
        .set({ last_step: step })
        .where('member_id', '=', memberId)
        .where('last_step', '<', step)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    })

  async function consumeRecoveryCode(memberId: bigint, code: string): Promise<boolean> {
    const { numUpdatedRows } = await db.transaction((tx) =>
      tx
        .updateTable('recovery_code')
        .set({ used_at: new Date() })
        .where('member_id', '=', memberId)
        .where('code_hash', '=', recoveryHash(recoveryKey, memberId, code))
        .where('used_at', 'is', null)
        .executeTakeFirst(),
    )
    return numUpdatedRows > 0n
  }

  async function requireRight(by: Caller, isRight: () => Promise<boolean>) {
    if (!(await sessionAttempts.attempt(by, 'code', isRight))) throw new Refusal('two_factor.wrong_code')
  }

  async function replaceRecoveryCodes(tx: Tx, memberId: bigint): Promise<string[]> {
    const codes = newRecoveryCodes()
    await tx.deleteFrom('recovery_code').where('member_id', '=', memberId).execute()
    await tx
      .insertInto('recovery_code')
      .values(codes.map((code) => ({ member_id: memberId, code_hash: recoveryHash(recoveryKey, memberId, code) })))
      .execute()
    return codes
  }

  /** Locks the row that a sign-in locks too, so that no concurrent sign-in uses the old state. */
  const lockMember = (tx: Tx, memberId: bigint) =>
    tx.selectFrom('member').select('email').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirstOrThrow()

  const mail = (tx: Tx, memberId: bigint, email: string, message: Email) => outbox.sendEmail(tx, { memberId, email }, message)

  async function refuseUnlessOn(memberId: bigint) {
    if (!(await find(memberId))?.enabled_at) throw new Refusal('two_factor.not_active')
  }

  async function requireCode(by: Caller, code: string) {
    await refuseUnlessOn(by.memberId)
    await requireRight(by, () => consumeCode(by.memberId, code))
  }

  return {
    consumeCode,
    requireCode,
    async isOn(memberId, on) {
      const known = await find(memberId, on)
      return Boolean(known?.enabled_at)
    },

    async generate(memberId) {
      const secret = generateSecret()
      const encrypted = cipher.encrypt(secret, memberId)
      const { numInsertedOrUpdatedRows } = await db.transaction((tx) =>
        tx
          .insertInto('two_factor')
          .values({ member_id: memberId, secret: encrypted })
          .onConflict((conflict) =>
            conflict.column('member_id').doUpdateSet({ secret: encrypted, last_step: 0n }).where('two_factor.enabled_at', 'is', null),
          )
          .executeTakeFirst(),
      )
      if (numInsertedOrUpdatedRows === 0n) throw new Refusal('two_factor.active')
      const { email } = await db.read.selectFrom('member').select('email').where('id', '=', memberId).executeTakeFirstOrThrow()
      const otpauth = generateURI({ issuer, label: email, secret })
      return { secret, otpauth, qr: await QRCode.toDataURL(otpauth, qrLook) }
    },

    async enable(by, code) {
      const { memberId } = by
      const known = await find(memberId)
      if (!known) throw new Refusal('two_factor.not_begun')
      if (known.enabled_at) throw new Refusal('two_factor.active')
      const secret = cipher.decrypt(known.secret, memberId)
      const step = stepOf(secret, code)
      await requireRight(by, () => Promise.resolve(step !== null))
      return db.transaction(async (tx) => {
        const { email } = await lockMember(tx, memberId)
        const now = await lock(tx, memberId)
        // Compares decrypted secrets: a re-encryption does not change the secret, and a different secret needs its own code.
        if (!now || now.enabled_at || cipher.decrypt(now.secret, memberId) !== secret) throw new Refusal('two_factor.active')
        await tx
          .updateTable('two_factor')
          .set({ enabled_at: new Date(), last_step: step ?? 0n })
          .where('member_id', '=', memberId)
          .execute()
        const codes = await replaceRecoveryCodes(tx, memberId)
        await endSessions(tx, memberId)
        await mail(tx, memberId, email, switchedOn)
        await audit.record(tx, { event: 'two_factor.enabled', by, subject: memberId })
        return codes
      })
    },

    async disable(by, code) {
      const { memberId, sessionHash } = by
      await requireCode(by, code)
      await db.transaction(async (tx) => {
        const { email } = await lockMember(tx, memberId)
        const { numDeletedRows } = await tx.deleteFrom('two_factor').where('member_id', '=', memberId).executeTakeFirst()
        if (numDeletedRows === 0n) throw new Refusal('two_factor.not_active')
        await tx.deleteFrom('recovery_code').where('member_id', '=', memberId).execute()
        await endSessions(tx, memberId, sessionHash)
        await mail(tx, memberId, email, switchedOff)
        await audit.record(tx, { event: 'two_factor.disabled', by, subject: memberId })
      })
    },

    async regenerateRecoveryCodes(by, code) {
      const { memberId } = by
      await requireCode(by, code)
      return db.transaction(async (tx) => {
        const { email } = await lockMember(tx, memberId)
        await mail(tx, memberId, email, recoveryRenewed)
        await audit.record(tx, { event: 'two_factor.recovery_renewed', by, subject: memberId })
        return replaceRecoveryCodes(tx, memberId)
      })
    },
  }
}

// — Codes

const stepSeconds = 30

/** The time step of this code, at most one step away from the current one; null if the code is wrong. */
function stepOf(secret: string, code: string): bigint | null {
  const digits = code.replace(/\s/g, '')
  if (digits.length !== codeLength || !/^\d+$/.test(digits)) return null
  const result = verifySync({ secret, token: digits, period: stepSeconds, epochTolerance: stepSeconds })
  return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : null
}

const recoveryCodeCount = 10

/** The characters of recovery codes, without letters and digits that look alike. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const group = () => Array.from({ length: recoveryGroupLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Ten codes such as `7KQ2M-9XWPT`, each with 50 random bits. */
const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, () => `${group()}-${group()}`)

/** The hash needs a key, because all values of 50 bits could be tried with a copy of the table. The code may be entered with or without the dash. */
const recoveryHash = (key: KeyObject, memberId: bigint, code: string): Buffer =>
  createHmac('sha256', key)
    .update(`${memberId} ${code.toUpperCase().replace(/[\s-]/g, '')}`)
    .digest()
