import { z } from 'zod'
import { callbackAddress } from '../partners/callbacks.ts'
import { orderFields, orderReference } from './purchases.ts'

/** What buyers' software orders, by the names of the JSON interface; every channel brings its own names to these. */
export const intakeOrder = z.object({
  ...orderFields,
  reffclient: orderReference,
  /** An address for this order's callback alone. */
  callback: callbackAddress.nullish(),
})
export type IntakeOrder = z.output<typeof intakeOrder>

/** How far the clock of a buyer's software may be off, on every channel. */
export const clockMaxSeconds = 300
