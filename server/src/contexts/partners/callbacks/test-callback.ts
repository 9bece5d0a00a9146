import type { callbackCalls } from '@lapak/contract/partners/callbacks'
import type { DataOf } from '@lapak/contract/shared/call'
import { Refusal } from '#http/refusal.ts'
import { randomToken } from '#shared/secrets.ts'
import { storableText } from '#shared/text.ts'
import { notificationBody, pingMessage } from './callbacks.ts'
import { requireVerifiedEndpoint } from './endpoints.ts'
import { describeFailure, type SendContext, sendOnce } from './send-once.ts'

type TestResult = DataOf<typeof callbackCalls.test>

const shownMax = 2_048

/** Sends a ping to the saved callback URL once and immediately, and returns request and response. Nothing is stored. */
export async function testCallback(context: SendContext, memberId: bigint): Promise<TestResult> {
  const { read } = context.db
  const { callback_url: url } = await read.selectFrom('member').select('callback_url').where('id', '=', memberId).executeTakeFirstOrThrow()
  if (url === '') throw new Refusal('callback.none')
  await requireVerifiedEndpoint(read, memberId, url)
  const body = notificationBody('ping', pingMessage)
  const { headers, result } = await sendOnce(context, memberId, { url, messageId: `msg_test_${randomToken(9)}`, body })
  const sent = { url, headers, body, tookms: Math.round(result.tookMs) }
  if (result.kind !== 'answer')
    return { ...sent, status: result.kind === 'lost' ? result.status : null, answer: describeFailure(result.reason), ok: false }
  return { ...sent, status: result.status, answer: storableText(result.body, shownMax), ok: result.status >= 200 && result.status < 300 }
}
