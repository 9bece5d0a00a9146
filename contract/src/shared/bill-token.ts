import { durationText } from './duration-text.ts'

/** Minutes for which the token of a bill inquiry can be used to pay the bill. A token can be used once. */
export const billTokenMinutes = 15
export const billTokenValidity = durationText(billTokenMinutes * 60)
