/** Addresses of pictures: what is stored, what is shown, and what is signed. Pure but for the clock that callers pass. */
import { createHmac, type KeyObject } from 'node:crypto'
import { sameText } from '#shared/secrets.ts'

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

/** What an address of a private picture says besides its name. */
export interface Pass {
  until: string
  /** Who was given the address. */
  by: string
  sig: string
}

const signatureOf = (key: KeyObject, name: string, until: number, by: bigint) =>
  createHmac('sha256', key).update(`${name}\n${until}\n${by}`).digest('base64url')

/** Good for ten minutes for whoever is told it; it says who was given it, so that a look is somebody's. */
export function signedAddressOf(key: KeyObject, name: string, by: bigint, now: Date): string {
  const until = Math.floor(now.getTime() / 1000) + seenForSeconds
  return `${addressOf('private', name)}?until=${until}&by=${by}&sig=${signatureOf(key, name, until, by)}`
}

/** Who was given the address; null when it is forged or too old. */
export function viewerOf(key: KeyObject, name: string, pass: Pass, now: Date): bigint | null {
  const seconds = number(pass.until)
  const by = number(pass.by)
  const signed = sameText(pass.sig, signatureOf(key, name, seconds, BigInt(by)))
  return signed && seconds > now.getTime() / 1000 ? BigInt(by) : null
}

const number = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : 0)
