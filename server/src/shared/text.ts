/**
 * Makes external text storable in PostgreSQL: without NUL and lone surrogates, at most `max` characters. Applied to every text from outside, because
 * an answer that cannot be stored would leave its purchase pending.
 */
export const storableText = (text: string, max: number): string => text.slice(0, max).replaceAll('\u0000', '').toWellFormed()
