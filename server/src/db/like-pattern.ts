/** An ILIKE pattern that matches the typed text literally, including `%`, `_` and `\`. */
export const containsPattern = (typed: string): string => `%${typed.replace(/[\\%_]/g, '\\$&')}%`
