import { durationText } from './duration-text.ts'

/** Minutes within which an inquired bill can be paid with its token. A token works once. */
export const billTokenMinutes = 15
export const billTokenValidity = durationText(billTokenMinutes * 60)
