import { z } from 'zod'
import { call } from '../shared/call.ts'
import { boundedText, flag } from '../shared/wire.ts'

/** Maximum number of browsers per member that receive push messages. A further browser replaces the least recently used one. */
export const pushDevicesMax = 10

const base64url = (max: number) => boundedText(max).regex(/^[A-Za-z0-9_-]+=*$/, 'Kunci tidak dikenal')

const pushState = z.object({
  /** The application server's public key (RFC 8292), needed to subscribe; null where push is not configured. */
  kunci: z.string().nullable(),
  /** SHA-256 (hex) of the push endpoint of the browser that uses this session; null if it has no subscription. */
  perangkatini: z.string().nullable(),
  /** Number of subscribed browsers of this member. */
  jml: z.int(),
})
export type PushState = z.output<typeof pushState>

export const pushCalls = {
  state: call('GET', '/api/v1/push', {
    summary: 'Read whether this browser receives push notifications, and how many browsers of the member do',
    access: 'member',
    data: pushState,
  }),
  subscribe: call('PATCH', '/api/v1/push/device', {
    summary: `Subscribe this session's browser to push notifications, with the subscription of its push service; up to ${pushDevicesMax} browsers per member`,
    access: 'member',
    secondFactor: 'admins',
    limit: { setting: 'push.subscriptionsPerHour', seconds: 3600 },
    body: z.object({ alamat: boundedText(1000).url(), p256dh: base64url(100), auth: base64url(40) }),
    data: pushState,
    done: 'Notifikasi aktif di perangkat ini',
    refuses: ['push.off', 'push.service_unknown', 'push.keys_invalid'],
  }),
  unsubscribe: call('DELETE', '/api/v1/push/device', {
    summary: "Unsubscribe this session's browser from push notifications",
    access: 'member',
    data: pushState,
    done: 'Notifikasi dimatikan di perangkat ini',
  }),
  test: call('POST', '/api/v1/push/test', {
    summary: "Send a test push notification to this session's browser; returns whether its push service accepted it",
    access: 'member',
    limit: { setting: 'push.testsPerHour', seconds: 3600 },
    data: z.object({ diterima: flag }),
    done: 'Percobaan dikirim; notifikasinya muncul sebentar lagi',
    refuses: ['push.no_device', 'push.not_taken'],
  }),
}
