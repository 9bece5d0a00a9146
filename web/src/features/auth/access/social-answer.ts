export const socialProviders = ['google', 'facebook'] as const
export type SocialProvider = (typeof socialProviders)[number]

/** Storage key of a sign-in attempt at a provider; the value contains provider, state, verifier and nonce. */
export const attemptKey = 'lapak.social'

export interface SocialCode {
  provider: SocialProvider
  code: string
  verifier: string
  nonce: string
}
export type SocialAnswer = SocialCode | { trouble: 'unknown' | 'declined' }

/** The answer of the provider in the URL of the page. Reading the answer ends the sign-in attempt. */
export function takeSocialAnswer(search: URLSearchParams): SocialAnswer | null {
  const state = search.get('state')
  if (state === null) return null
  const [begun, kept, verifier = '', nonce = ''] = sessionStorage.getItem(attemptKey)?.split(' ') ?? []
  sessionStorage.removeItem(attemptKey)
  const provider = socialProviders.find((name) => name === begun)
  if (!provider || state !== kept) return { trouble: 'unknown' }
  const code = search.get('code')
  return code ? { provider, code, verifier, nonce } : { trouble: 'declined' }
}
