/** Reviews and answers are one paragraph on the wire; a pressed Enter is no reason to refuse them. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
