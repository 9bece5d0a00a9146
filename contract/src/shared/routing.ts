/** The order in which the sellers in a buying list are tried: by the buyer's own priorities, or by a measured value. */
export const routingOrders = ['mine', 'cheapest', 'fastest', 'reliable'] as const
export type Routing = (typeof routingOrders)[number]

/** Routing of members who have not chosen one. The table `member` has the same default. */
export const defaultRouting: Routing = 'mine'
