import type { Routing } from '@lapak/contract/shared/routing'

/** The order in which the sellers of the list are tried. */
export const routingWords: Record<Routing, string> = {
  mine: 'Prioritas saya',
  cheapest: 'Termurah dahulu',
  fastest: 'Tercepat dahulu',
  reliable: 'Paling andal dahulu',
}
