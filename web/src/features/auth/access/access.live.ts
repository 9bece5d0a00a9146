import { useQueryClient } from '@tanstack/react-query'
import { profileQuery } from '#features/auth/access/access.api.ts'
import { useConnectionRestored, useRealtime, useSessionEnded } from '#lib/realtime.ts'

/**
 * Refetches the profile when an administrator changes the roles or the status of the member: menu, guards and pages depend on the profile. For a
 * blocked member this request fails because the session is missing, and the member is redirected to the sign-in.
 */
export function useLiveProfile() {
  const queries = useQueryClient()
  const read = () => void queries.invalidateQueries({ queryKey: profileQuery.queryKey })
  useRealtime('profil', read)
  useConnectionRestored(read)
  useSessionEnded(read)
}
