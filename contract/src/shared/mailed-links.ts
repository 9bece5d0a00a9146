import { durationText } from './duration-text.ts'

/** Validity of links in e-mails, in minutes. Each link works once. */
export const linkMinutes = { activate: 48 * 60, reset: 60, sign_in: 15 } as const
export const linkValidity = (purpose: keyof typeof linkMinutes): string => durationText(linkMinutes[purpose] * 60)
