/** What kind of thing a product is sent to: a mobile number, a customer number or card, a meter of PLN, or whatever a game calls its players. */
export const targetKinds = ['mobile', 'digits', 'meter', 'text'] as const
export type TargetKind = (typeof targetKinds)[number]

/** Digits that are known to be a phone number, as they are dialled at home: `+62812`, `0062812` and `62812` are `0812`. */
export const nationalDigits = (digits: string): string => digits.replace(/^(?:\+620?|(?:00)?620?(?=8))/, '0')

/** The same of what is known to be a mobile number, whose zero a spreadsheet may have taken away: `812…`. */
export const mobileDigits = (digits: string): string => nationalDigits(digits).replace(/^8(?=[1-9]\d{7,10}$)/, '08')

/** A meter of PLN, or the customer whose meter it is. */
export const isMeter = (target: string): boolean => /^\d{11,12}$/.test(target)

/** How long the beginning of a number is by which its operator is known. */
export const prefixDigits = { min: 4, max: 6 } as const
