import type { Routing } from '@lapak/contract/shared/routing'

/** Labels of the rules for the order in which sellers are tried. */
export const routingLabels: Record<Routing, string> = {
  mine: 'Prioritas saya',
  cheapest: 'Termurah dahulu',
  fastest: 'Tercepat dahulu',
  reliable: 'Paling andal dahulu',
}
