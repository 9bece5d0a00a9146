/** The order in which a buyer's sellers are tried: the buyer's own priorities, or a measured value. */
export const routingOrders = ['mine', 'cheapest', 'fastest', 'reliable'] as const
export type Routing = (typeof routingOrders)[number]

/** Routing of members who chose none. The table `member` has the same default. */
export const defaultRouting: Routing = 'mine'
