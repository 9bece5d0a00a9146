import { deliveryStates } from '@lapak/contract/partners/callbacks'

/** As the column holds them. */
export const deliveryState = { waiting: 0, delivered: 1, given_up: 2, held: 3 } as const satisfies Record<
  (typeof deliveryStates)[number],
  number
>

/** By their numbers. */
export const stateNames = deliveryStates
