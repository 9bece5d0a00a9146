/**
 * Through which channel an order came: the web app or a channel of the partner API (`partner-api/`). The number is stored with the purchase
 * permanently, so a number is never reused for another channel; a new channel gets the next number.
 */
export const orderChannels = { page: 0, json: 1, get: 2, jabber: 3 } as const
export type OrderChannel = (typeof orderChannels)[keyof typeof orderChannels]
