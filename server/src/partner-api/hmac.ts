import { createHmac } from 'node:crypto'

/** Hex HMAC-SHA256, the signature of the platform's own channels. */
export const hmacOf = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')
