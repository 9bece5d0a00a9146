import { durationText } from '@lapak/contract/shared/duration-text'
import type { Database } from '#db/db.ts'
import type { Outgoing, OutgoingResult } from '#http/outgoing.ts'
import type { Cipher } from '#shared/secrets.ts'
import { firstCallbackSecret } from './callback-url-and-secret.ts'
import { callbackHeaders } from './sign.ts'

const timeoutSeconds = 5

export interface SendContext {
  db: Database
  cipher: Cipher
  outgoing: Outgoing
}

/** Sends a signed message once and immediately, without the queue. */
export async function sendOnce(
  { db, cipher, outgoing }: SendContext,
  memberId: bigint,
  { url, messageId, body }: { url: string; messageId: string; body: string },
): Promise<{ headers: Record<string, string>; result: OutgoingResult }> {
  // Reads the secret from the table and not from the cache, because members test a URL immediately after they save it.
  const { callback_secret: encryptedSecret } = await db.read
    .selectFrom('member')
    .select('callback_secret')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const secret = encryptedSecret === null ? await firstCallbackSecret(db, cipher, memberId) : cipher.decrypt(encryptedSecret, memberId)
  const headers = callbackHeaders(secret, messageId, new Date(), body)
  return { headers, result: await outgoing.request({ method: 'POST', url, headers, body, timeoutMs: timeoutSeconds * 1000 }) }
}

const failureTexts: Record<string, string> = {
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

/** The name of an error as in the log, followed by its meaning. */
export const describeFailure = (reason: string) => (failureTexts[reason] ? `${reason}: ${failureTexts[reason]}` : reason)
