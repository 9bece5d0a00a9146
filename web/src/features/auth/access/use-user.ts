import { type User, user } from '@lapak/contract/auth/access'
import { useMemo } from 'react'
import { z } from 'zod'
import { useSession } from '#lib/session.ts'

/** The signed-in user. Null while the web app is leaving the session, and if an older version of the web app stored the user in another shape. */
export function useUser(): User | null {
  const stored = useSession()?.user
  return useMemo(() => (stored ? (z.safeDecode(user, stored).data ?? null) : null), [stored])
}
