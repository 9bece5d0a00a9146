/** Adds a full stop if the server's message has none. */
export const sentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`)
