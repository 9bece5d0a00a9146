import { boundedText } from '../shared/wire.ts'

/**
 * Minimum password length of each form according to the specification (B-OPEN-15). The setting `access.passwordMin` may require more in all three
 * forms; the web app reads the effective values by the call `config` of `access.ts`.
 */
export const passwordMin = { register: 6, change: 8, reset: 4 } as const
export type PasswordForm = keyof typeof passwordMin
/** The recommended minimum for all three forms: the largest of the three values. */
export const passwordMinAdvised = Math.max(...Object.values(passwordMin))

export type PasswordMin = Record<PasswordForm, number>

export const passwordTooShort: Record<PasswordForm, (min: number) => string> = {
  register: (min) => `Password must be at least ${min} characters`,
  change: (min) => `Password minimal ${min} karakter`,
  reset: (min) => `Password minimal ${min} karakter`,
}

export const passwordMax = 200

/** A current or repeated password as the member typed it. */
export const typedPassword = boundedText(passwordMax)

/** A new password in the given form. `missing` is the message for an empty field. */
export const newPassword = (form: PasswordForm, missing: string) =>
  typedPassword.min(1, missing).min(passwordMin[form], passwordTooShort[form](passwordMin[form]))
