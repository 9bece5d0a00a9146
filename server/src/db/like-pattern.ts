/** A pattern for ILIKE in which what was typed means itself, `%`, `_` and `\` included. */
export const containing = (typed: string): string => `%${typed.replace(/[\\%_]/g, '\\$&')}%`
