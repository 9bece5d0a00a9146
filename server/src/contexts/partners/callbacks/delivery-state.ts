import { deliveryStates } from '@lapak/contract/partners/callbacks'

/** The values of the column `delivery.state`. */
export const deliveryState = { waiting: 0, delivered: 1, given_up: 2, held: 3 } as const satisfies Record<
  (typeof deliveryStates)[number],
  number
>

/** The names of the states, indexed by the values above. */
export const stateNames = deliveryStates
