import { durationText } from './duration-text.ts'

/** Minutes for which links in e-mails are valid. Each link can be used once. */
export const linkMinutes = { activate: 48 * 60, reset: 60, sign_in: 15 } as const
export const linkValidity = (purpose: keyof typeof linkMinutes): string => durationText(linkMinutes[purpose] * 60)
