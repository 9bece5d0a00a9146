import type { DataOf } from '@lapak/contract/call'
import type { callbackCalls } from '@lapak/contract/callbacks'
import { durationText } from '@lapak/contract/durations'
import type { Database } from '#core/db.ts'
import type { Outgoing } from '#core/outgoing.ts'
import { Refusal } from '#core/refusal.ts'
import { randomToken, type Vault } from '#core/secrets.ts'
import { storable } from '#core/text.ts'
import { firstCallbackSecret } from './address-and-secret.ts'
import { noticeBody, pingMessage } from './callbacks.ts'
import { callbackHeaders } from './sign.ts'

type Tried = DataOf<typeof callbackCalls.test>

const timeoutSeconds = 5
const shownMax = 2_048

export interface TryContext {
  db: Database
  vault: Vault
  outgoing: Outgoing
}

/** Sends a ping to the saved address at once, once, and shows both sides. Nothing of it is stored. */
export async function tryCallbackNow({ db, vault, outgoing }: TryContext, memberId: bigint): Promise<Tried> {
  // From the table and not from memory, because members try an address right after saving it.
  const { callback_url: url, callback_secret: sealed } = await db.read
    .selectFrom('member')
    .select(['callback_url', 'callback_secret'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (url === '') throw new Refusal('callback.none')
  const secret = sealed === null ? await firstCallbackSecret(db, vault, memberId) : vault.open(sealed, memberId)
  const body = noticeBody('ping', pingMessage)
  const headers = callbackHeaders(secret, `msg_test_${randomToken(9)}`, new Date(), body)
  const result = await outgoing.request({ method: 'POST', url, headers, body, timeoutMs: timeoutSeconds * 1000 })
  const sent = { url, headers, body, tookms: Math.round(result.tookMs) }
  if (result.kind !== 'answer')
    return { ...sent, status: result.kind === 'lost' ? result.status : null, answer: whyNot(result.reason), ok: false }
  return { ...sent, status: result.status, answer: storable(result.body, shownMax), ok: result.status >= 200 && result.status < 300 }
}

const reasons: Record<string, string> = {
  'bad-url': 'alamat tidak valid',
  'address-refused': 'alamat bukan alamat publik',
  'port-refused': 'port tidak diperbolehkan',
  'name-not-found': 'nama host tidak ditemukan',
  'connection-refused': 'koneksi ditolak',
  'connect-timeout': 'tidak tersambung dalam batas waktu',
  'tls-failed': 'sertifikat TLS tidak valid',
  timeout: `tidak menjawab dalam ${durationText(timeoutSeconds)}`,
  reset: 'koneksi terputus sebelum jawaban lengkap',
  'too-large': 'jawaban terlalu besar',
  'broken-answer': 'jawaban bukan HTTP yang benar',
}

/** The name that the log shows too, and what it means. */
const whyNot = (reason: string) => (reasons[reason] ? `${reason}: ${reasons[reason]}` : reason)
