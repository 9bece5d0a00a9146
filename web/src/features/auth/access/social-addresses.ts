import type { publicConfig } from '@lapak/contract/auth/access'
import type { Envelope } from '@lapak/contract/shared/wire'
import type { z } from 'zod'
import type { Provider } from '#features/auth/access/social-nonce.ts'

type Addresses = Record<Provider, string | null>

/**
 * Where signing in at a provider begins; null where it is not configured. Taken from the answer without its decoder,
 * which would weigh a fifth of the first screen. Without an answer the form with the password is all there is.
 */
export async function readAddresses(): Promise<Addresses> {
  try {
    const answer = await fetch('/public/config')
    const { data }: Envelope<z.input<typeof publicConfig>> = await answer.json()
    return { google: data?.googleurl ?? null, facebook: data?.facebookurl ?? null }
  } catch {
    return { google: null, facebook: null }
  }
}
