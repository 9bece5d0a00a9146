/** Patterns for ILIKE in which what was typed means itself, `%`, `_` and `\` included. */
export const containing = (typed: string): string => `%${literal(typed)}%`
export const beginningWith = (typed: string): string => `${literal(typed)}%`

const literal = (typed: string) => typed.replace(/[\\%_]/g, '\\$&')
