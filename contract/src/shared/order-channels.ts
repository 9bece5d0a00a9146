/**
 * The channel of an order: the page or a channel of the partner API (`partner-api/`). The number is stored with the purchase for ever, so numbers are
 * never reused; a new channel takes the next one.
 */
export const orderChannels = { page: 0, json: 1, get: 2, jabber: 3 } as const
export type OrderChannel = (typeof orderChannels)[keyof typeof orderChannels]
