import { z } from 'zod'
import { callbackAddress } from '../partners/callbacks.ts'
import { orderFields, orderReference } from './purchases.ts'

/** An order from a buyer's software, with the field names of the JSON channel. Every channel converts its own names to these. */
export const intakeOrder = z.object({
  ...orderFields,
  reffclient: orderReference,
  /** Callback address for this order only. */
  callback: callbackAddress.nullish(),
})
export type IntakeOrder = z.output<typeof intakeOrder>

/** Largest allowed clock difference of a buyer's software, in seconds, for all channels. */
export const clockMaxSeconds = 300
