import type { Routing } from '@lapak/contract/shared/routing'

/** In which order an order tries the sellers of the list. */
export const routingWords: Record<Routing, string> = {
  mine: 'Prioritas saya',
  cheapest: 'Termurah dahulu',
  fastest: 'Tercepat dahulu',
  reliable: 'Paling andal dahulu',
}
