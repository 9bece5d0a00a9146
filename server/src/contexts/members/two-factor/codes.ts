import { createHmac, type KeyObject, randomInt } from 'node:crypto'
import { codeLength, recoveryGroupLength } from '@lapak/contract/shared/two-factor-codes'
import { verifySync } from 'otplib'

const stepSeconds = 30

/** The time step whose code this is, one step either way; null when it is none. */
export function stepOf(secret: string, code: string): bigint | null {
  const digits = code.replace(/\s/g, '')
  if (digits.length !== codeLength || !/^\d+$/.test(digits)) return null
  const result = verifySync({ secret, token: digits, period: stepSeconds, epochTolerance: stepSeconds })
  return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : null
}

export const recoveryCodeCount = 10

/** Without letters and digits that look alike. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const group = () => Array.from({ length: recoveryGroupLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Ten such as `7KQ2M-9XWPT`, each of 50 random bits. */
export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, () => `${group()}-${group()}`)

/** Keyed, because 50 bits alone could be searched by who holds a copy of the table; typed with or without the dash. */
export const recoveryHash = (key: KeyObject, memberId: bigint, code: string): Buffer =>
  createHmac('sha256', key)
    .update(`${memberId} ${code.toUpperCase().replace(/[\s-]/g, '')}`)
    .digest()
