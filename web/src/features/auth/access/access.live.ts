import { useQueryClient } from '@tanstack/react-query'
import { profileQuery } from '#features/auth/access/access.api.ts'
import { useLineRestored, useRealtime, useSessionEnded } from '#lib/realtime.ts'

/**
 * Roles and state that an administrator changed hold here at once: menu, guards and pages follow the profile. Who was shut out reads
 * that there is no session any more, and is led to the sign-in.
 */
export function useLiveProfile() {
  const queries = useQueryClient()
  const read = () => void queries.invalidateQueries({ queryKey: profileQuery.queryKey })
  useRealtime('profil', read)
  useLineRestored(read)
  useSessionEnded(read)
}
