/** Adds a full stop to a message of the server that does not end with a punctuation mark. */
export const asSentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`)
