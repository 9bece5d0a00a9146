import { getCalls } from '@lapak/contract/doors/get'
import { orderChannels } from '@lapak/contract/order-channels'
import { answered } from '@lapak/contract/result-codes'
import type { Routes } from '#core/http.ts'
import { toOrder } from '#features/intake/intake.ts'
import { resultCodeOf } from '#features/purchase-status/purchase-status.ts'
import type { Ordered } from '#features/purchases/types.ts'
import type { Door, DoorParts } from '../door.ts'
import { getGuide } from './guide.ts'
import { getKeeper } from './keeper.ts'
import { said } from './said.ts'
import { balanceText, orderText } from './words.ts'

/** The GET interface, for reseller software that can only fill a URL and match the answer with a pattern. */
export const get: Door = { channel: orderChannels.get, open: openGet, guide: getGuide }

function openGet(routes: Routes, { market, keys, intake }: DoorParts) {
  const door = routes.at(getKeeper(keys))

  door.on(getCalls.order, async ({ caller, query, ...asked }) =>
    orderSaid(await intake.order(caller, toOrder(caller, query, get.channel)), asked),
  )

  door.on(getCalls.status, async ({ caller, query, ...asked }) => orderSaid(await intake.find(caller, query.refid), asked))

  door.on(getCalls.balance, async ({ caller, ...asked }) =>
    said(balanceText(market.traders.get(caller.memberId)?.name ?? '', await intake.balance(caller)), answered, asked),
  )
}

const orderSaid = (ordered: Ordered, asked: Parameters<typeof said>[2]) => said(orderText(ordered), resultCodeOf(ordered.view), asked)
