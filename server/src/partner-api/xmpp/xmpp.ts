import { orderChannels } from '@lapak/contract/shared/order-channels'
import type { Purchases } from '#contexts/ordering/purchases/purchases.ts'
import { jabberChannel } from '#contexts/partners/jabber/jabber.ts'
import { connectXmpp, type XmppAccount, type XmppServer } from '#integrations/xmpp/xmpp.ts'
import { startLeaderLock } from '#jobs/leader-lock.ts'
import type { ChannelAdapter } from '#partner-api/channel-adapter.ts'
import { type Bot, type BotDeps, startBot } from './bot.ts'
import { jabberGuide } from './guide.ts'
import { startResults } from './say-results.ts'

/** Ordering by chat. Nothing comes in by HTTP: accounts of the house sign on at an XMPP server (`startJabber`). */
export const jabber: ChannelAdapter = { channel: orderChannels.jabber, guide: jabberGuide }

export interface XmppChannelDeps extends Omit<BotDeps, 'leaderLock' | 'connect' | 'platformAccounts'> {
  purchases: Purchases
  xmpp: XmppServer & { accounts: readonly XmppAccount[] }
  databaseUrl: string
}

/** Always the same, so that what a dead session had not taken is given to the next one. */
const resource = 'lapak'

/** Of several processes each account is served by one; another one takes over when that is gone. */
export async function startJabber(deps: XmppChannelDeps): Promise<{ stop(): Promise<void> }> {
  const { db, xmpp, databaseUrl, log } = deps
  const bots: Bot[] = []
  const leaderLock = await startLeaderLock(databaseUrl, log, () => {
    for (const bot of bots) bot.drop()
  })
  const platformAccounts = new Set(xmpp.accounts.map(({ jid }) => jid))
  const connect: BotDeps['connect'] = (account, events) => connectXmpp(xmpp, account, resource, events)
  for (const account of xmpp.accounts) bots.push(startBot({ ...deps, leaderLock, platformAccounts, connect }, account))
  const results = startResults(
    deps,
    xmpp.accounts.map(({ jid }) => jid),
  )
  await db.listen(jabberChannel, () => {
    results.wake()
    for (const bot of bots) bot.wake()
  })
  return {
    async stop() {
      await results.stop()
      await Promise.all(bots.map((bot) => bot.stop()))
      await leaderLock.close()
    },
  }
}
