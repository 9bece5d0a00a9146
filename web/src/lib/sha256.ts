import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The SHA-256 hash of the UTF-8 text, in lower-case hex. `crypto.subtle` is not used: it exists only on https and localhost, but Lapak may be opened
 * at the http URL of a machine in a local network.
 */
export const sha256 = (text: string): string => bytesToHex(digest(utf8ToBytes(text)))
