/** Some sources prefix account numbers with zeros. */
export const sameAccount = (one: string, other: string): boolean => withoutZeros(one) === withoutZeros(other)

const withoutZeros = (digits: string): string => digits.replace(/^0+/, '')

/** An account number that is not given is that of the platform's account at the bank. */
export const maybeSameAccount = (one: string, other: string): boolean => one === '' || other === '' || sameAccount(one, other)
