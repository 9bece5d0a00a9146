/** With the full stop that a message of the server may or may not have. */
export const sentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`)
