import { getCalls } from '@lapak/contract/partner-api/get'
import { orderChannels } from '@lapak/contract/shared/order-channels'
import { answered } from '@lapak/contract/shared/result-codes'
import { toOrder } from '#contexts/ordering/intake/intake.ts'
import type { Ordered } from '#contexts/ordering/purchases/types.ts'
import { resultCodeOf } from '#contexts/partners/purchase-status/purchase-status.ts'
import type { Routes } from '#http/http.ts'
import type { ChannelAdapter, ChannelServices } from '#partner-api/channel-adapter.ts'
import { answerLine } from './answer-line.ts'
import { getAuthenticator } from './authenticator.ts'
import { getGuide } from './guide.ts'
import { balanceText, orderText } from './messages.ts'

/** The GET interface, for reseller software that can only fill a URL and match the answer with a pattern. */
export const get: ChannelAdapter = { channel: orderChannels.get, open: openGet, guide: getGuide }

function openGet(routes: Routes, { market, keys, intake }: ChannelServices) {
  const channel = routes.at(getAuthenticator(keys))

  channel.on(getCalls.order, async ({ caller, query, ...asked }) =>
    orderAnswer(await intake.order(caller, toOrder(caller, query, get.channel)), asked),
  )

  channel.on(getCalls.status, async ({ caller, query, ...asked }) => orderAnswer(await intake.find(caller, query.refid), asked))

  channel.on(getCalls.balance, async ({ caller, ...asked }) =>
    answerLine(balanceText(market.traders.get(caller.memberId)?.name ?? '', await intake.balance(caller)), answered, asked),
  )
}

const orderAnswer = (ordered: Ordered, asked: Parameters<typeof answerLine>[2]) =>
  answerLine(orderText(ordered), resultCodeOf(ordered.view), asked)
