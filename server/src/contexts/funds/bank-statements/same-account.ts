/** Some sources prefix account numbers with zeros. */
export const sameAccount = (one: string, other: string): boolean => withoutZeros(one) === withoutZeros(other)

const withoutZeros = (digits: string): string => digits.replace(/^0+/, '')
