/**
 * Where an order came in: on the page or through a channel of the partner API (`partner-api/`). The number is kept with the purchase for ever, so none is
 * given again; a new channel takes the next one.
 */
export const orderChannels = { page: 0, json: 1, get: 2, jabber: 3 } as const
export type OrderChannel = (typeof orderChannels)[keyof typeof orderChannels]
