import { durationText } from './duration-text.ts'

/** How long an asked bill can be paid by its token, which works once. */
export const billTokenMinutes = 15
export const billTokenValidity = durationText(billTokenMinutes * 60)
