import { createHmac } from 'node:crypto'

/** Hex HMAC-SHA256, by which our own channels sign. */
export const hmacOf = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')
