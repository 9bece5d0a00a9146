import { z } from 'zod'
import { call } from './call.ts'
import { jabberOtpCode, otpSid } from './otp.ts'
import { flag, moment, plainText, rowId, rowIdText } from './wire.ts'

/** Jabber addresses that may order for a member; `jb` and `jid` are the same address. */
export const jabberId = z.object({ id: rowId, jb: z.string(), jid: z.string(), status: flag, createat: moment })

export const jabberIdsMax = 10

const jid = plainText(200)
  .toLowerCase()
  .regex(/^[^\s@/"&'<>:]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'Invalid JabberId.')

export const jabberCalls = {
  list: call('GET', '/api/v1/user/jabber', { summary: "The member's Jabber addresses", access: 'member', data: z.array(jabberId) }),
  add: call('POST', '/api/v1/user/jabber', {
    summary: 'Add a Jabber address, with a one-time code',
    access: 'member',
    body: z.object({ jid, otp: jabberOtpCode, sid: otpSid }),
    data: jabberId,
    done: 'JabberID ditambahkan',
    refuses: ['jabber.taken', 'jabber.too_many', 'otp.wrong', 'otp.expired'],
  }),
  remove: call('DELETE', '/api/v1/user/jabber/{id}', {
    summary: 'Remove a Jabber address',
    access: 'member',
    params: z.object({ id: rowIdText }),
    done: 'Delete Ok!',
    refuses: ['not_found.jabber'],
  }),
}
