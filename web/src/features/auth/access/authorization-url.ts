import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { attemptKey, type SocialProvider } from '#features/auth/access/social-answer.ts'

/**
 * The URL at the provider to which the browser is sent for an authorization code. The provider's answer is accepted only with the same `state`, the
 * code is usable only with the verifier that stays in this browser, and the identity token must contain the nonce.
 */
export function authorizationUrl(provider: SocialProvider, start: string): URL {
  const [state, verifier, nonce] = [randomText(), randomText(), randomText()]
  sessionStorage.setItem(attemptKey, [provider, state, verifier, nonce].join(' '))
  const there = new URL(start)
  const parameters = { state, code_challenge: codeChallengeOf(verifier), code_challenge_method: 'S256' }
  // Facebook issues no identity token, so it gets no nonce.
  const query = provider === 'google' ? { ...parameters, nonce } : parameters
  for (const [name, value] of Object.entries(query)) there.searchParams.set(name, value)
  return there
}

const randomText = () => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The code challenge of a code verifier (RFC 7636, S256). `crypto.subtle` is not used, for the reason given in lib/sha256.ts. */
export const codeChallengeOf = (verifier: string): string =>
  btoa(String.fromCharCode(...sha256(utf8ToBytes(verifier))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
