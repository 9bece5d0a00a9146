export const providers = ['google', 'facebook'] as const
export type Provider = (typeof providers)[number]

const storageKey = 'lapak.social'

/** A new nonce for one journey to a provider; only an answer that brings it back is ours. */
export function beginJourney(provider: Provider): string {
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  sessionStorage.setItem(storageKey, `${provider} ${nonce}`)
  return nonce
}

export type SocialAnswer = { provider: Provider; code: string } | { trouble: 'unknown' | 'declined' }

/** What a provider says in the address on the way back. Reading it spends the nonce. */
export function answerIn(search: URLSearchParams): SocialAnswer | null {
  const state = search.get('state')
  if (state === null) return null
  const [begun, nonce] = sessionStorage.getItem(storageKey)?.split(' ') ?? []
  sessionStorage.removeItem(storageKey)
  const provider = providers.find((name) => name === begun)
  if (!provider || state !== nonce) return { trouble: 'unknown' }
  const code = search.get('code')
  return code ? { provider, code } : { trouble: 'declined' }
}
