/** Kinds of targets: a mobile number, a customer or card number, a PLN meter, or any text such as a game's player id. */
export const targetKinds = ['mobile', 'digits', 'meter', 'text'] as const
export type TargetKind = (typeof targetKinds)[number]

/** Converts digits of a phone number to the national format: `+62812`, `0062812` and `62812` become `0812`. */
export const nationalDigits = (digits: string): string => digits.replace(/^(?:\+620?|(?:00)?620?(?=8))/, '0')

/** Like `nationalDigits`, for a mobile number whose leading zero a spreadsheet may have removed: `812…`. */
export const mobileDigits = (digits: string): string => nationalDigits(digits).replace(/^8(?=[1-9]\d{7,10}$)/, '08')

/** A PLN meter number or PLN customer number. */
export const isMeter = (target: string): boolean => /^\d{11,12}$/.test(target)

/** Minimum and maximum length of the prefix that identifies the operator. */
export const prefixDigits = { min: 4, max: 6 } as const
