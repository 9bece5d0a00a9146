/** An ILIKE pattern that matches the typed text literally, including `%`, `_` and `\`. */
export const containing = (typed: string): string => `%${typed.replace(/[\\%_]/g, '\\$&')}%`
