import { z } from 'zod'
import { call } from '../shared/call.ts'
import { boundedText, flag } from '../shared/wire.ts'

/** So many browsers of one member are pushed to; the one that was heard of longest ago makes room. */
export const pushDevicesMax = 10

const base64url = (max: number) => boundedText(max).regex(/^[A-Za-z0-9_-]+=*$/, 'Kunci tidak dikenal')

const pushState = z.object({
  /** The application server's public key (RFC 8292), by which a browser subscribes; null where nothing can be pushed. */
  kunci: z.string().nullable(),
  /** The SHA-256, in hex, of the address that this session's browser is pushed to at; null where it is not. */
  perangkatini: z.string().nullable(),
  /** How many browsers of this member are pushed to. */
  jml: z.int(),
})
export type PushState = z.output<typeof pushState>

export const pushCalls = {
  state: call('GET', '/api/v1/push', {
    summary: 'Whether this browser is pushed to, and how many of the member are',
    access: 'member',
    data: pushState,
  }),
  subscribe: call('PATCH', '/api/v1/push/device', {
    summary: `Push to this session's browser, as its push service gave it; up to ${pushDevicesMax} browsers of a member`,
    access: 'member',
    secondFactor: 'admins',
    limit: { setting: 'push.subscriptionsPerHour', seconds: 3600 },
    body: z.object({ alamat: boundedText(1000).url(), p256dh: base64url(100), auth: base64url(40) }),
    data: pushState,
    done: 'Notifikasi aktif di perangkat ini',
    refuses: ['push.off', 'push.service_unknown', 'push.keys_invalid'],
  }),
  unsubscribe: call('DELETE', '/api/v1/push/device', {
    summary: "Push no more to this session's browser",
    access: 'member',
    data: pushState,
    done: 'Notifikasi dimatikan di perangkat ini',
  }),
  test: call('POST', '/api/v1/push/test', {
    summary: "Push a word to this session's browser, to see that it arrives; whether its push service took it",
    access: 'member',
    limit: { setting: 'push.testsPerHour', seconds: 3600 },
    data: z.object({ diterima: flag }),
    done: 'Percobaan dikirim; notifikasinya muncul sebentar lagi',
    refuses: ['push.no_device', 'push.not_taken'],
  }),
}
