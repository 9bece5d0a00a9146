/** What kind of thing a product is sent to: a mobile number, a meter or customer number, or whatever a game calls its players. */
export const targetKinds = ['mobile', 'digits', 'text'] as const
export type TargetKind = (typeof targetKinds)[number]

/** Digits that are known to be a phone number, as they are dialled at home: `+62812` and `62812` are `0812`. */
export const nationalDigits = (digits: string): string => digits.replace(/^(?:\+620?|620?(?=8))/, '0')

/** How long the beginning of a number is by which its operator is known. */
export const prefixDigits = { min: 4, max: 6 } as const
