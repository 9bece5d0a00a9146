import { getCalls } from '@lapak/contract/doors/get'
import { orderChannels } from '@lapak/contract/order-channels'
import type { Routes } from '#core/http.ts'
import { toOrder } from '#features/intake/intake.ts'
import type { Door, DoorParts } from '../door.ts'
import { getGuide } from './guide.ts'
import { getKeeper } from './keeper.ts'
import { balanceText, orderText } from './words.ts'

/** The GET interface, for reseller software that can only fill a URL and match the answer with a pattern. */
export const get: Door = { channel: orderChannels.get, open: openGet, guide: getGuide }

function openGet(routes: Routes, { market, keys, intake }: DoorParts) {
  const door = routes.at(getKeeper(keys))

  door.on(getCalls.order, async ({ caller, query }) => orderText(await intake.order(caller, toOrder(caller, query, get.channel))))

  door.on(getCalls.status, async ({ caller, query }) => orderText(await intake.find(caller, query.refid)))

  door.on(getCalls.balance, async ({ caller }) =>
    balanceText(market.traders.get(caller.memberId)?.name ?? '', await intake.balance(caller)),
  )
}
