import { boundedText } from '../shared/wire.ts'

/**
 * The shortest password that each form takes by the specification (B-OPEN-15). The setting `access.passwordMin` may ask for
 * more in all three; what holds, the page reads from the call `config` of `access.ts`.
 */
export const passwordMin = { register: 6, change: 8, reset: 4 } as const
export type PasswordForm = keyof typeof passwordMin
/** What is advised as the one length of all three: that of the strictest. */
export const passwordMinAdvised = Math.max(...Object.values(passwordMin))

export type PasswordMin = Record<PasswordForm, number>

export const passwordTooShort: Record<PasswordForm, (min: number) => string> = {
  register: (min) => `Password must be at least ${min} characters`,
  change: (min) => `Password minimal ${min} karakter`,
  reset: (min) => `Password minimal ${min} karakter`,
}

export const passwordMax = 200

/** A password as it is typed, old or repeated. */
export const typedPassword = boundedText(passwordMax)

/** A new one, by the form that it is typed into; `missing` is said where there is none. */
export const newPassword = (form: PasswordForm, missing: string) =>
  typedPassword.min(1, missing).min(passwordMin[form], passwordTooShort[form](passwordMin[form]))
