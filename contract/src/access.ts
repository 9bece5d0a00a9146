import { z } from 'zod'
import { call } from './call.ts'
import { flag, moment, plainText, rowId, rupiah } from './wire.ts'

export const roleNames = ['ROLE_ADMIN', 'ROLE_SELLER'] as const
export const role = z.object({ id: rowId, name: z.string() })

/** What is shown after the two-factor answer or an accepted password (RFC 6749 names, outside the envelope's `data`). */
export const tokenAsk = z.object({
  grant_type: z.enum(['password', 'mfa']),
  username: plainText(200).optional(),
  password: z.string().max(200).optional(),
  mfa_token: z.string().max(200).optional(),
  mfa_code: z.string().max(10).optional(),
})
export const tokenAnswer = z.object({ access_token: z.string(), token_type: z.literal('bearer'), expires_in: z.int() })

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
  va: z.array(z.object({ bank: z.string(), nova: z.string() })),
  /** Menu keys this user may see. */
  menu: z.array(z.string()),
  /** False until phone, name and address are complete (B-OPEN-24). */
  complete: z.boolean(),
  member,
})
export type User = z.output<typeof user>

export const accessCalls = {
  token: call('POST', '/oauth/token', {
    summary: 'Sign in: password grant, then the mfa grant when two-factor is on (403 with mfa_token)',
    access: 'client',
    body: tokenAsk,
    data: tokenAnswer,
    done: 'Login Successfully',
    refuses: ['access.wrong_password', 'access.not_activated', 'access.blocked', 'access.grant_unknown', 'access.too_many'],
  }),
  logout: call('POST', '/api/v1/user/logout', { summary: 'End this session', access: 'member', done: 'Logout Ok!' }),
  profile: call('GET', '/api/v1/user', { summary: "The signed-in user's profile", access: 'member', data: user }),
  balance: call('GET', '/api/v1/user/balance', {
    summary: 'The balance',
    access: 'member',
    data: z.object({ balance: rupiah, at: moment }),
  }),
}
