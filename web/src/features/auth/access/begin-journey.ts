import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { journeyKey, type Provider } from '#features/auth/access/social-nonce.ts'

/**
 * Where the browser goes for the provider's code. Only an answer that brings the state back is ours, only with the verifier that
 * stays here is its code worth anything, and what the provider then says must name the nonce.
 */
export function beginJourney(provider: Provider, start: string): URL {
  const [state, verifier, nonce] = [randomText(), randomText(), randomText()]
  sessionStorage.setItem(journeyKey, [provider, state, verifier, nonce].join(' '))
  const there = new URL(start)
  const parameters = { state, code_challenge: challengeOf(verifier), code_challenge_method: 'S256' }
  // Facebook answers no identity token that could name it.
  const query = provider === 'google' ? { ...parameters, nonce } : parameters
  for (const [name, value] of Object.entries(query)) there.searchParams.set(name, value)
  return there
}

const randomText = () => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The hash of the verifier as providers want it (RFC 7636, S256). Not by `crypto.subtle`, as in lib/sha256.ts. */
export const challengeOf = (verifier: string): string =>
  btoa(String.fromCharCode(...sha256(utf8ToBytes(verifier))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
