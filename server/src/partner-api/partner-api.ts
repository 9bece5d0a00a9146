import type { ChannelAdapter } from '#partner-api/channel-adapter.ts'
import { getChannelAdapter } from '#partner-api/get/get.ts'
import { jsonChannelAdapter } from '#partner-api/json/json.ts'
import { xmppChannelAdapter } from '#partner-api/xmpp/xmpp.ts'

/** All channels. A channel that is not listed here is disabled. */
export const channelAdapters: readonly ChannelAdapter[] = [jsonChannelAdapter, getChannelAdapter, xmppChannelAdapter]
