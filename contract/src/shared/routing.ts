/** How a buyer's mappings are walked: the buyer's own order, or by what was measured. */
export const routingOrders = ['mine', 'cheapest', 'fastest', 'reliable'] as const
export type Routing = (typeof routingOrders)[number]

/** Of members who chose none. The table `member` says the same for new ones. */
export const defaultRouting: Routing = 'mine'
