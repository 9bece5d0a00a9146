import { useQueryClient } from '@tanstack/react-query'
import { profileQuery } from '#features/access/access.api.ts'
import { useRealtime } from '#lib/realtime.ts'

/** Roles and state that an administrator changed hold here at once: menu, guards and pages follow the profile. */
export function useLiveProfile() {
  const queries = useQueryClient()
  useRealtime('profil', () => void queries.invalidateQueries({ queryKey: profileQuery.queryKey }))
}
