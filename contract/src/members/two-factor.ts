import { z } from 'zod'
import { call } from '../shared/call.ts'
import { boundedText } from '../shared/wire.ts'

/** One limit shared by all changes of two-factor authentication: each change sends an e-mail, and a member could undo and repeat it without end. */
const changes = { setting: 'twoFactor.changesPerHour', seconds: 3600 } as const

const codeAsk = z.object({ code: boundedText(40).trim().max(20) })

/** Returned once and never again. Each recovery code can be used once instead of an authenticator code. */
const recoveryCodes = z.object({ recoverycodes: z.array(z.string()) })

export const twoFactorCalls = {
  generate: call('GET', '/api/v1/user/2fa/generate', {
    summary: 'Create a new secret for an authenticator, with its QR code (size 200, level H)',
    access: 'member',
    limit: changes,
    stepUp: 'mail',
    /** `qr` is a picture as a data URL. */
    data: z.object({ secret: z.string(), otpauth: z.string(), qr: z.string() }),
    refuses: ['two_factor.active'],
  }),
  validate: call('PATCH', '/api/v1/user/2fa/validate', {
    summary: 'Enable two-factor with a first code; ends every session, so that the next sign-in uses it',
    access: 'member',
    limit: changes,
    stepUp: 'mail',
    body: codeAsk,
    data: recoveryCodes,
    done: 'Verifikasi dua langkah aktif, silakan login ulang',
    refuses: ['two_factor.active', 'two_factor.not_begun', 'two_factor.wrong_code', 'access.too_many'],
  }),
  disable: call('PATCH', '/api/v1/user/2fa/disable', {
    summary: 'Disable two-factor with a code; ends the other sessions',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    limit: changes,
    body: codeAsk,
    done: 'Verifikasi dua langkah dimatikan',
    refuses: ['two_factor.not_active', 'two_factor.wrong_code', 'access.too_many'],
  }),
  renewRecovery: call('POST', '/api/v1/user/2fa/recovery', {
    summary: 'Replace the recovery codes by new ones',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    limit: changes,
    body: codeAsk,
    data: recoveryCodes,
    done: 'Kode pemulihan baru dibuat',
    refuses: ['two_factor.not_active', 'two_factor.wrong_code', 'access.too_many'],
  }),
}
