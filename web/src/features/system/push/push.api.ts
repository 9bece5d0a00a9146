import { pushCalls } from '@lapak/contract/system/push'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { createSubscription, removeSubscription } from '#features/system/push/subscription.ts'
import { request, submit } from '#lib/api.ts'
import { showSuccess } from '#ui/snackbar.ts'

export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: ({ signal }) => request(pushCalls.state, { signal }),
})

function useKeepState() {
  const queries = useQueryClient()
  return (state: Awaited<ReturnType<typeof request<typeof pushCalls.state>>>) => queries.setQueryData(pushQuery.queryKey, state)
}

/** Asks the user for permission, requests an endpoint from the push service, and sends the endpoint to the server. */
export function useSubscribePush() {
  const keep = useKeepState()
  return useMutation({
    mutationFn: async (key: string) => submit(pushCalls.subscribe, { body: await createSubscription(key) }),
    onSuccess: ({ data, msg }) => {
      keep(data)
      showSuccess(msg)
    },
  })
}

/** Ends the push subscription. The server's subscription is ended before the browser's, because the server sends the push messages. */
export function useUnsubscribePush() {
  const keep = useKeepState()
  return useMutation({
    mutationFn: async () => {
      const ended = await submit(pushCalls.unsubscribe, {})
      await removeSubscription()
      return ended
    },
    onSuccess: ({ data, msg }) => {
      keep(data)
      showSuccess(msg)
    },
  })
}

export const useTestPush = () => useMutation({ mutationFn: () => submit(pushCalls.test, {}), onSuccess: ({ msg }) => showSuccess(msg) })
