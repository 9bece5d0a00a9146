import { readFileSync } from 'node:fs'
import { type PasswordForm, type PasswordMin, passwordMin, passwordTooShort } from '@lapak/contract/members/passwords'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { Refusal } from '#http/refusal.ts'

/**
 * The minimum length of a new password in each form. The contract refuses passwords below its own minimum; the setting may require more characters.
 */
export function passwordMinInForce(settings: Settings): PasswordMin {
  const all = settings.get('access.passwordMin')
  return {
    register: Math.max(passwordMin.register, all),
    change: Math.max(passwordMin.change, all),
    reset: Math.max(passwordMin.reset, all),
  }
}

/** Errors are reported for `field`, the name of the password field in the form. */
export function checkNewPassword(settings: Settings, form: PasswordForm, field: string, password: string): void {
  const min = passwordMinInForce(settings)[form]
  if (password.length < min) throw new Refusal('input.invalid', {}, { errors: { [field]: passwordTooShort[form](min) } })
  if (isCommon(password)) throw new Refusal('access.password_common', {}, { field })
}

const commonWords = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
)

/** Suffixes that people add to a word when a form requires more characters. */
const usualEnding = /(1|12|123|1234|12345|123456|0|00|01|02|07|007|10|11|21|22|69|77|88|99|(19|20)\d\d)?[!.]?$/

const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'q1w2e3r4t5y6u7i8o9p0',
  '1q2w3e4r5t6y7u8i9o0p',
]
const bothWays = rows.flatMap((row) => [row, [...row].reverse().join('')])

/**
 * Whether attackers try this password early: a common word, possibly with a usual suffix; a part of a keyboard row, of the alphabet or of the digits;
 * a short repeated text; a year.
 */
export function isCommon(password: string): boolean {
  const text = password.toLowerCase()
  const word = text.replace(usualEnding, '')
  return (
    [text, word].some((one) => commonWords.has(one)) ||
    bothWays.some((row) => row.includes(text) || (word.length >= 3 && row.includes(word))) ||
    /^(.{1,4})\1+$/s.test(text) ||
    /^(.)\1+$/s.test(word) ||
    /^(19|20)\d\d$/.test(text)
  )
}
