import type { ChannelAdapter } from '#partner-api/channel-adapter.ts'
import { get } from '#partner-api/get/get.ts'
import { json } from '#partner-api/json/json.ts'
import { jabber } from '#partner-api/xmpp/xmpp.ts'

/** All channels. A channel that is not listed here is disabled. */
export const channels: readonly ChannelAdapter[] = [json, get, jabber]
