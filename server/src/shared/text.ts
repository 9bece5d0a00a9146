/**
 * Text from outside as PostgreSQL can keep it: without NUL and half surrogates, at most `max` characters. An answer that
 * cannot be stored would leave its purchase pending, so this is done to whatever a stranger said.
 */
export const storable = (text: string, max: number): string => text.slice(0, max).replaceAll('\u0000', '').toWellFormed()
