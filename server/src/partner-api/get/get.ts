import { addedNames, getCalls, readGetQuery, signedNames, signedText } from '@lapak/contract/partner-api/get'
import { orderChannels } from '@lapak/contract/shared/order-channels'
import { answeredCode, type ResultCodeId } from '@lapak/contract/shared/result-codes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { toOrder } from '#contexts/ordering/intake/intake.ts'
import type { OrderResult } from '#contexts/ordering/purchases/types.ts'
import type { Keys } from '#contexts/partners/api-keys/api-keys.ts'
import { resultCodeOf } from '#contexts/partners/purchase-status/purchase-status.ts'
import type { Authenticator, Routes } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import type { ChannelAdapter, ChannelServices } from '#partner-api/channel-adapter.ts'
import { requireRecent } from '#partner-api/clock.ts'
import { hmacOf } from '#partner-api/hmac.ts'
import { getGuide } from './guide.ts'
import { balanceText, orderText, refusedText, undecidedText, unknownText, withCode } from './messages.ts'

/** The GET channel, for reseller software that can only fill a URL and match the answer with a pattern. */
export const getChannelAdapter: ChannelAdapter = { channel: orderChannels.get, open: openGet, guide: getGuide }

function openGet(routes: Routes, { catalogue, keys, intake }: ChannelServices) {
  const channel = routes.at(getAuthenticator(keys))

  channel.on(getCalls.order, async ({ caller, query, ...asked }) =>
    orderAnswer(await intake.order(caller, toOrder(caller, query, getChannelAdapter.channel)), asked),
  )

  channel.on(getCalls.status, async ({ caller, query, ...asked }) => orderAnswer(await intake.find(caller, query.refid), asked))

  channel.on(getCalls.balance, async ({ caller, ...asked }) =>
    answerLine(balanceText(catalogue.tradingProfiles.get(caller.memberId)?.name ?? '', await intake.balance(caller)), answeredCode, asked),
  )
}

const orderAnswer = (ordered: OrderResult, asked: Parameters<typeof answerLine>[2]) =>
  answerLine(orderText(ordered), resultCodeOf(ordered.view), asked)

/** Authenticates by `key` with `sign` or `secret`. A refusal is a line of text. The query is never logged. */
const getAuthenticator = (keys: Keys): Authenticator => ({
  authenticate(request) {
    const asked = readGetQuery(request.query)
    if ([...signedNames, ...addedNames].some((name) => asked[name].includes('|')))
      throw new Refusal('input.invalid', {}, { errors: { sign: 'Tanda | tidak boleh dipakai' } })
    const signed = signedText(asked)
    const bySign = { signature: asked.sign, length: signed.length, expected: (secret: string) => hmacOf(secret, signed) }
    return keys.verify(asked.key, request.ip, {
      ...(asked.secret === '' ? bySign : { secret: asked.secret }),
      requireRecent: asked.time === '' ? null : () => requireRecent(asked.time),
    })
  },
  refuse(refusal, request, reply) {
    const asked = readGetQuery(request.query)
    const line = refusal.code === 'not_found.purchase' ? unknownText(asked.refid) : refusedText(refusal, asked)
    return answerLine(line, refusal.rc, { request, reply })
  },
  fail: (request, reply) => answerLine(undecidedText('gangguan sistem', readGetQuery(request.query).refid), '99', { request, reply }),
})

/** Finishes an answer line: the result code as a header, and appended to the line if the software asked for it. */
function answerLine(line: string, rc: ResultCodeId, { request, reply }: { request: FastifyRequest; reply: FastifyReply }): string {
  reply.header('x-result-code', rc)
  return readGetQuery(request.query).format === 'rc' ? withCode(line, rc) : line
}
