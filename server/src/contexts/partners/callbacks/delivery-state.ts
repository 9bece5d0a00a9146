import { deliveryStates } from '@lapak/contract/partners/callbacks'

/** Values of the column `delivery.state`. */
export const deliveryState = { waiting: 0, delivered: 1, given_up: 2, held: 3 } as const satisfies Record<
  (typeof deliveryStates)[number],
  number
>

/** State names, indexed by these values. */
export const stateNames = deliveryStates
