import { z } from 'zod'
import { callbackAddress } from '../partners/callbacks.ts'
import { orderFields, orderReference } from './purchases.ts'

/** An order from a buyer's software, with the field names of the JSON channel. All other channels convert their own field names to these names. */
export const intakeOrder = z.object({
  ...orderFields,
  reffclient: orderReference,
  /** Callback URL that is used only for this order. */
  callback: callbackAddress.nullish(),
})
export type IntakeOrder = z.output<typeof intakeOrder>

/** Maximum difference, in seconds, between the clock of a buyer's software and ours, on all channels. */
export const clockMaxSeconds = 300
