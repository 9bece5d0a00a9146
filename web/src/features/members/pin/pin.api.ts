import { pinCalls } from '@lapak/contract/members/pin'
import type { BodySent } from '@lapak/contract/shared/call'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { profileQuery } from '#features/auth/access/access.api.ts'
import { submit } from '#lib/api.ts'
import { showSuccess } from '#ui/snackbar.ts'

/** Changes the PIN. The form shows errors itself. */
export function useChangePin() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<typeof pinCalls.change>) => submit(pinCalls.change, { body }),
    onSuccess: ({ msg }) => {
      showSuccess(msg)
      return queries.invalidateQueries({ queryKey: profileQuery.queryKey })
    },
    gcTime: 0,
    meta: { shownInPlace: true },
  })
}
