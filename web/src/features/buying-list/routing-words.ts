import type { routingOrders } from '@lapak/contract/purchases'

/** In which order an order tries the sellers of the list. */
export const routingWords: Record<(typeof routingOrders)[number], string> = {
  mine: 'Prioritas saya',
  cheapest: 'Termurah dahulu',
  fastest: 'Tercepat dahulu',
  reliable: 'Paling andal dahulu',
}
