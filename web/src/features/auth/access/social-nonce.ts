export const providers = ['google', 'facebook'] as const
export type Provider = (typeof providers)[number]

/** Storage key of a sign-in attempt at a provider; the value contains provider, state, verifier and nonce. */
export const journeyKey = 'lapak.social'

export interface SocialCode {
  provider: Provider
  code: string
  verifier: string
  nonce: string
}
export type SocialAnswer = SocialCode | { trouble: 'unknown' | 'declined' }

/** The answer of the provider in the URL of the page. Reading the answer ends the sign-in attempt. */
export function answerIn(search: URLSearchParams): SocialAnswer | null {
  const state = search.get('state')
  if (state === null) return null
  const [begun, kept, verifier = '', nonce = ''] = sessionStorage.getItem(journeyKey)?.split(' ') ?? []
  sessionStorage.removeItem(journeyKey)
  const provider = providers.find((name) => name === begun)
  if (!provider || state !== kept) return { trouble: 'unknown' }
  const code = search.get('code')
  return code ? { provider, code, verifier, nonce } : { trouble: 'declined' }
}
