import { z } from 'zod'
import { newPassword, typedPassword } from '../members/passwords.ts'
import { call } from '../shared/call.ts'
import { personName } from '../shared/names.ts'
import { boundedText, emailPattern, flag, moment, plainText, rowId, rowIdText, rupiah } from '../shared/wire.ts'

export const roleNames = ['ROLE_ADMIN', 'ROLE_SELLER'] as const
export type RoleName = (typeof roleNames)[number]
/**
 * Areas of the web app that a member may open: `lobby` overview, `produk` catalogue, `transaksi` own purchases, `suplier` buying list, `chat`
 * conversations, `penjualan` own sales (sellers), `administrator` administrators' screens. Empty until the account is complete and the terms are
 * accepted.
 */
export const menuKeys = ['lobby', 'produk', 'transaksi', 'suplier', 'chat', 'penjualan', 'administrator'] as const
export type MenuKey = (typeof menuKeys)[number]

export const role = z.object({ id: rowId, name: z.string() })

/**
 * Token that a browser receives at sign-in and sends with later sign-ins. It does not authenticate. While other people guess the password, the
 * lock-out does not apply to the browser that sends this token.
 */
const deviceToken = boundedText(200).optional()
const knownDevice = { device_token: z.string() }

/** Request of an access token by a password or a second factor. The field names are those of RFC 6749, and the answer has no envelope with `data`. */
export const tokenAsk = z.object({
  grant_type: z.enum(['password', 'mfa']),
  username: plainText(200).optional(),
  password: boundedText(200).optional(),
  mfa_token: boundedText(200).optional(),
  /** Six digits from the authenticator, or a recovery code. */
  mfa_code: boundedText(20).optional(),
  device_token: deviceToken,
})
export const tokenAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  ...knownDevice,
})

export const member = z.object({
  memberid: rowId,
  membername: z.string(),
  memberaddress: z.string().nullable(),
  membercontact: z.string().nullable(),
  memberphone: z.string().nullable(),
  memberemail: z.string(),
  memberbalance: rupiah,
  memberavatar: z.string().nullable(),
  memberktp: z.string().nullable(),
  membernpwp: z.string().nullable(),
  memberstatus: z.int(),
  statustoko: flag,
  adminconfirmation: z.int(),
  provinceid: rowId.nullable(),
  cityid: rowId.nullable(),
  districtid: rowId.nullable(),
  apitest: z.int(),
  syaratketentuan: flag,
})

export const user = z.object({
  id: rowId,
  name: z.string(),
  username: z.string(),
  email: z.string(),
  roles: z.array(role),
  confm: flag,
  verifyphone: z.boolean(),
  /** The phone was verified so recently that `DELETE /api/v1/user/phone` can undo the verification. */
  youngphone: z.boolean(),
  va: z.array(z.object({ bank: z.string(), nova: z.string() })),
  menu: z.array(z.enum(menuKeys)),
  /** Badge counts by menu key; the count for `transaksi` is the number of the member's pending purchases. */
  info: z.record(z.string(), z.int()),
  /** False until phone, name and address are set (B-OPEN-24). */
  complete: z.boolean(),
  twofactor: z.boolean(),
  /** True when orders in the web app require the transaction PIN. */
  pin: z.boolean(),
  /** The member's application to become a seller: when the documents were sent, and why they were rejected. */
  application: z.object({ sentat: moment.nullable(), reason: z.string().nullable() }),
  /** A former seller whose role was removed; may cash out its earnings as sellers do. */
  soldbefore: z.boolean(),
  /** Names of province, city and district. */
  location: z.string().nullable(),
  member,
})
export type User = z.output<typeof user>

/**
 * Configuration that the web app needs before sign-in. Every browser receives the client secret, so the secret does not protect anything by itself.
 */
export const publicConfig = z.object({
  clientid: z.string(),
  clientsecret: z.string(),
  version: z.string(),
  /** The two inputs of the registration hash (B-OPEN-12). */
  hashprefix: z.string(),
  hashsecret: z.string(),
  /** URL that starts a sign-in at Google or Facebook, without `state`; null where this provider is not configured. */
  googleurl: z.string().nullable(),
  facebookurl: z.string().nullable(),
  /** Minimum length of a new password, per form. */
  passwordmin: z.object({ register: z.int(), change: z.int(), reset: z.int() }),
})

export const nameMin = 3
export const nameTooShort = `Name must be at least ${nameMin} characters`

const email = plainText(200).min(1, 'E-mail is required').regex(emailPattern, 'E-mail must be valid')
const mailedToken = boundedText(200).min(1)
/** Requests a link by e-mail. A browser in which the account has signed in before is not limited by what others behind its IP address request. */
const linkAsk = z.object({ email, device_token: deviceToken })

export const registration = z
  .object({
    nama: personName(100).min(1, 'Please fill').min(nameMin, nameTooShort),
    email: plainText(200).min(1, 'Please fill').regex(emailPattern, 'E-mail must be valid'),
    phone: plainText(30).default(''),
    password: newPassword('register', 'Please fill'),
    confmpassword: typedPassword.min(1, 'Please fill'),
    hash: boundedText(200),
  })
  .refine(({ password, confmpassword }) => password === confmpassword, { path: ['confmpassword'], error: 'Password not match' })

/**
 * Activates an account, either with the password chosen at sign-up or, if the member does not know this password, with a new password and its
 * repetition. If only the token is sent, the answer shows whether the token is valid.
 */
export const activationAsk = z
  .object({
    token: mailedToken,
    password: typedPassword.optional(),
    passwordconf: typedPassword.optional(),
  })
  .refine(({ password, passwordconf }) => passwordconf === undefined || password === passwordconf, {
    path: ['passwordconf'],
    error: 'Password not match',
  })

export const resetAsk = z
  .object({
    token: mailedToken,
    password: newPassword('reset', 'Field is required'),
    passwordconf: typedPassword.min(1, 'Field is required'),
    device_token: deviceToken,
  })
  .refine(({ password, passwordconf }) => password === passwordconf, { path: ['passwordconf'], error: 'Password not match' })

/** Makes the first administrator; `token` is in the log of the server. */
export const setupAsk = z
  .object({
    token: boundedText(200).trim().min(1, 'Please fill'),
    nama: personName(100).min(1, 'Please fill').min(nameMin, nameTooShort),
    email: plainText(200).min(1, 'Please fill').regex(emailPattern, 'E-mail must be valid'),
    password: newPassword('register', 'Please fill'),
    confmpassword: typedPassword.min(1, 'Please fill'),
    device_token: deviceToken,
  })
  .refine(({ password, confmpassword }) => password === confmpassword, { path: ['confmpassword'], error: 'Password not match' })

export const passwordChange = z
  .object({
    passlama: typedPassword.min(1, 'Field is required'),
    passbaru: newPassword('change', 'Field is required'),
    passkonfirmasi: typedPassword.min(1, 'Field is required'),
    device_token: deviceToken,
  })
  .refine(({ passbaru, passkonfirmasi }) => passbaru === passkonfirmasi, { path: ['passkonfirmasi'], error: 'Password not match' })

export const sessionRow = z.object({
  id: rowId,
  /** True for the session that sent the request. */
  current: z.boolean(),
  address: z.string().nullable(),
  agent: z.string().nullable(),
  createat: moment,
  usedat: moment,
})

const socialAnswer = z.object({
  code: boundedText(2000).min(1),
  /** The code verifier of this sign-in (PKCE, S256). */
  verifier: boundedText(128).regex(/^[\w.~-]{43,128}$/),
  device_token: deviceToken,
})

/** Facebook returns no identity token, so a nonce could not be verified. */
const googleAnswer = socialAnswer.extend({ nonce: boundedText(200).min(16) })

const social = {
  access: 'client',
  bodyBytes: 16 * 1024,
  data: tokenAnswer,
  done: 'Login Successfully',
  refuses: [
    'access.social_unset',
    'access.social_refused',
    'access.social_no_email',
    'access.social_not_theirs',
    // Thrown if the password or the account changed during the sign-in.
    'access.wrong_password',
    'access.not_activated',
    'access.mfa_needed',
    'access.blocked',
    'access.too_many',
    'rate.too_many',
  ],
} as const

export const accessCalls = {
  token: call('POST', '/oauth/token', {
    summary: 'Sign in: password grant, then the mfa grant if two-factor is on (403 with mfa_token)',
    access: 'client',
    body: tokenAsk,
    form: true,
    data: tokenAnswer,
    done: 'Login Successfully',
    refuses: [
      'access.wrong_password',
      'access.not_activated',
      'access.blocked',
      'access.too_many',
      'access.link_needed',
      'access.mfa_needed',
      'access.mfa_expired',
      'two_factor.wrong_code',
      'rate.too_many',
    ],
  }),
  config: call('GET', '/public/config', { summary: 'Read the public settings of the sign-in page', access: 'public', data: publicConfig }),
  setupState: call('GET', '/public/setup', {
    summary: 'Read whether the first administrator can be made; false for good once there is one',
    access: 'public',
    data: z.object({ open: z.boolean() }),
  }),
  setup: call('POST', '/setup', {
    summary: 'Make the first administrator with the token from the log of the server, and sign in',
    access: 'client',
    body: setupAsk,
    data: tokenAnswer,
    done: 'Admin pertama dibuat',
    refuses: ['setup.closed', 'setup.token', 'member.email_taken', 'access.password_common', 'rate.too_many'],
  }),
  register: call('POST', '/register', {
    summary: 'Sign up; the answer is the same for a registered address, whose owner gets an e-mail instead',
    access: 'client',
    body: registration,
    done: 'Mohon check email untuk aktivasi user',
    refuses: ['access.bad_hash', 'phone.invalid', 'access.password_common', 'rate.too_many'],
  }),
  activate: call('POST', '/activate', {
    summary: 'Activate the account with the mailed token and the password of its sign-up, or a new one',
    access: 'client',
    body: activationAsk,
    done: 'User activated successfully',
    refuses: [
      'access.activation_invalid',
      'access.activation_password',
      'access.activation_wrong',
      'access.password_common',
      'rate.too_many',
    ],
  }),
  resendActivation: call('POST', '/resendactivation', {
    summary: 'Mail the activation link again; the answer is the same for every address',
    access: 'client',
    body: linkAsk,
    done: 'Mohon check email untuk aktivasi user',
    refuses: ['rate.too_many'],
  }),
  forgot: call('POST', '/forgotpassword', {
    summary: 'Mail a link that sets a new password; the answer is the same for every address',
    access: 'client',
    body: linkAsk,
    done: 'Reset password link terkirim ke email anda',
    refuses: ['rate.too_many'],
  }),
  signInLink: call('POST', '/signinlink', {
    summary: 'Mail a link that registers a browser as known; the answer is the same for every address',
    access: 'client',
    body: linkAsk,
    done: 'Link masuk terkirim ke email anda',
    refuses: ['rate.too_many'],
  }),
  openSignInLink: call('POST', '/signinlink/open', {
    summary: 'Register this browser as known with the mailed token, so that it may try the password during an attack',
    access: 'client',
    body: z.object({ token: mailedToken, device_token: deviceToken }),
    data: z.object(knownDevice),
    done: 'Silakan masuk dengan password Anda',
    refuses: ['access.sign_in_link_invalid', 'rate.too_many'],
  }),
  reset: call('POST', '/resetpassword', {
    summary: 'Set a new password with the mailed token; ends every session',
    access: 'client',
    body: resetAsk,
    data: z.object(knownDevice),
    done: 'reset password succfully',
    refuses: ['access.reset_invalid', 'access.password_common', 'rate.too_many'],
  }),
  google: call('POST', '/socialauth/google', {
    summary: 'Sign in or up with an authorization code of Google',
    ...social,
    body: googleAnswer,
  }),
  facebook: call('POST', '/socialauth/facebook', {
    summary: 'Sign in or up with an authorization code of Facebook',
    ...social,
    body: socialAnswer,
  }),
  changePassword: call('PATCH', '/api/v1/user/gantipassword', {
    summary: 'Change the password; ends every session',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    body: passwordChange,
    data: z.object(knownDevice),
    done: 'Ganti Password Successfully',
    refuses: ['access.old_password', 'access.password_common', 'access.too_many'],
  }),
  sessions: call('GET', '/api/v1/user/sessions', {
    summary: 'List the sessions of the account',
    access: 'member',
    data: z.array(sessionRow),
  }),
  endSession: call('DELETE', '/api/v1/user/sessions/{id}', {
    summary: 'End one session',
    access: 'member',
    params: z.object({ id: rowIdText }),
    done: 'Sesi diakhiri',
    refuses: ['not_found.session'],
  }),
  endOtherSessions: call('DELETE', '/api/v1/user/sessions', {
    summary: 'End every session but this one',
    access: 'member',
    done: 'Semua sesi lain diakhiri',
  }),
  logout: call('POST', '/api/v1/user/logout', { summary: 'End this session', access: 'member', done: 'Logout Ok!' }),
  profile: call('GET', '/api/v1/user', { summary: 'Read the profile of the signed-in user', access: 'member', data: user }),
}
