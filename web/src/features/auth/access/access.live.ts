import { useQueryClient } from '@tanstack/react-query'
import { profileQuery } from '#features/auth/access/access.api.ts'
import { useLineRestored, useRealtime, useSessionEnded } from '#lib/realtime.ts'

/**
 * Applies changes of roles and status by an administrator at once: menu, guards and pages depend on the profile. A blocked member gets the error for
 * a missing session and is redirected to the sign-in.
 */
export function useLiveProfile() {
  const queries = useQueryClient()
  const read = () => void queries.invalidateQueries({ queryKey: profileQuery.queryKey })
  useRealtime('profil', read)
  useLineRestored(read)
  useSessionEnded(read)
}
