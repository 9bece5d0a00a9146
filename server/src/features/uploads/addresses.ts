/** Addresses of pictures: what is stored, what is shown, and what is signed. Pure but for the clock that callers pass. */
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { sameText } from '#core/secrets.ts'

const folders = { public: '/public/images/', private: '/private/images/' } as const
export type Area = keyof typeof folders

const seenForSeconds = 10 * 60
/** 24 random bytes. Nothing else is ever looked for, so no name leads out of the folder. */
const namePattern = /^[\w-]{32}\.webp$/

export const isPictureName = (name: string): boolean => namePattern.test(name)

export const addressOf = (area: Area, name: string): string => folders[area] + name

/** The name behind an address of this area, its signature left aside; null for any other text. */
export function nameIn(area: Area, address: string): string | null {
  const [path = ''] = address.split('?')
  const name = path.startsWith(folders[area]) ? path.slice(folders[area].length) : ''
  return isPictureName(name) ? name : null
}

/** A key of its own, so that a signature of pictures is never good for anything else. */
export const pictureKey = (secretKey: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, 'lapak', 'private pictures', 32)))

const signatureOf = (key: KeyObject, name: string, until: number) =>
  createHmac('sha256', key).update(`${name}\n${until}`).digest('base64url')

/** Good for ten minutes for whoever is told it. */
export function signedAddressOf(key: KeyObject, name: string, now: Date): string {
  const until = Math.floor(now.getTime() / 1000) + seenForSeconds
  return `${addressOf('private', name)}?until=${until}&sig=${signatureOf(key, name, until)}`
}

export function isSigned(key: KeyObject, name: string, until: string, signature: string, now: Date): boolean {
  const seconds = /^\d{1,12}$/.test(until) ? Number(until) : 0
  return sameText(signature, signatureOf(key, name, seconds)) && seconds > now.getTime() / 1000
}
