import { z } from 'zod'
import { jabberOtpCode, otpSid } from '../members/otp.ts'
import { call } from '../shared/call.ts'
import { flag, moment, plainText, rowId, rowIdText } from '../shared/wire.ts'

/**
 * A Jabber address from which a member may order; `jb` and `jid` contain the same address. If `semua` is true, the address receives the results of
 * all purchases of the member, otherwise only of the purchases that were ordered from it. `terverifikasi`: a command with the right key came from the
 * address. Before that it does not receive anything, and other members may add the same address.
 */
export const jabberId = z.object({
  id: rowId,
  jb: z.string(),
  jid: z.string(),
  status: flag,
  semua: flag,
  terverifikasi: flag,
  createat: moment,
})

export const jabberIdsMax = 10

/** State of the platform's account at an XMPP server. `refused`: wrong name or password, which the operator of the Lapak machine must correct. */
export const jabberBotStates = ['connecting', 'online', 'refused', 'lost'] as const
export type JabberBotState = (typeof jabberBotStates)[number]

const jid = plainText(200)
  .toLowerCase()
  .regex(/^[^\s@/"&'<>:]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'Invalid JabberId.')

export const jabberCalls = {
  list: call('GET', '/api/v1/user/jabber', { summary: "List the member's Jabber addresses", access: 'member', data: z.array(jabberId) }),
  add: call('POST', '/api/v1/user/jabber', {
    summary: 'Add a Jabber address, with a one-time code; the first command from it with the right key verifies it',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    body: z.object({ jid, otp: jabberOtpCode, sid: otpSid }),
    data: jabberId,
    done: 'JabberID ditambahkan',
    refuses: ['jabber.taken', 'jabber.too_many', 'otp.wrong', 'otp.expired'],
  }),
  change: call('PATCH', '/api/v1/user/jabber/{id}', {
    summary: 'Switch a Jabber address or its reports of every purchase on or off; only switching on requires step-up authentication',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    params: z.object({ id: rowIdText }),
    body: z.object({ status: flag.optional(), semua: flag.optional() }),
    data: jabberId,
    done: 'JabberID disimpan',
    refuses: ['not_found.jabber', 'access.proof_needed', 'rate.too_many'],
  }),
  platform: call('GET', '/api/v1/user/jabber/house', {
    summary: "List the platform's Jabber addresses, and whether the member has a separate key for Jabber",
    access: 'member',
    data: z.object({ alamat: z.array(z.string()), kuncisendiri: z.boolean() }),
  }),
  newSecret: call('POST', '/api/v1/user/jabber/secret', {
    summary: 'Create a separate key for Jabber, shown once; the API secret is then no longer accepted there',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    stepUp: true,
    data: z.object({ secret: z.string() }),
    done: 'Kunci Jabber dibuat',
    refuses: ['rate.too_many'],
  }),
  removeSecret: call('DELETE', '/api/v1/user/jabber/secret', {
    summary: 'Remove the separate key for Jabber; the API secret is accepted there again',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    stepUp: true,
    done: 'Kunci Jabber dihapus',
    refuses: ['not_found.jabber', 'rate.too_many'],
  }),
  remove: call('DELETE', '/api/v1/user/jabber/{id}', {
    summary: 'Remove a Jabber address',
    access: 'member',
    params: z.object({ id: rowIdText }),
    done: 'Delete Ok!',
    refuses: ['not_found.jabber'],
  }),
}
