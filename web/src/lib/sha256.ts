import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Lower-case hex of the text's UTF-8. The browser's own `crypto.subtle` exists only on https and localhost, and a counter may
 * well reach Lapak by the plain address of a machine in the shop.
 */
export const sha256 = (text: string): string => bytesToHex(digest(utf8ToBytes(text)))
