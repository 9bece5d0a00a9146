import { type AdapterName, type HealthAlert, healthCalls } from '@lapak/contract/backoffice/health'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import type { FiltersOf } from '#lib/list-filters.ts'
import { showSuccess } from '#ui/snackbar.ts'

const key = ['health'] as const

/** In milliseconds. The page may stay open during an incident, so it refreshes by itself. */
const everyHalfMinute = 30_000

export const healthQuery = queryOptions({
  queryKey: [...key, 'figures'],
  queryFn: ({ signal }) => request(healthCalls.read, { signal }),
  refetchInterval: everyHalfMinute,
})

export type AlertFilters = FiltersOf<typeof healthCalls.alerts>

export const alertList = { name: 'kesehatan', call: healthCalls.alerts, key: [...key, 'alerts'] as const }

/** The number of alerts that no administrator has taken, shown on every page. */
export const waitingAlertsQuery = queryOptions({
  queryKey: [...key, 'waiting'],
  queryFn: ({ signal }) => request(healthCalls.waiting, { signal }),
  refetchInterval: 120_000,
})

export function useWaitingAlerts(enabled: boolean): number {
  const { data } = useQuery({ ...waitingAlertsQuery, enabled })
  return data?.jml ?? 0
}

export function useRefreshHealth() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: key })
}

export type AlertStep = 'take' | 'end'

/**
 * Takes or ends an alert. The request contains the administrator that the page showed for the alert: the server refuses if another administrator has
 * taken the alert since.
 */
export function useAlertStep({ id, takenid }: HealthAlert, step: AlertStep) {
  const onSettled = useRefreshHealth()
  const params = { id: id.toString() }
  return useMutation({
    mutationFn: (reason: string) =>
      step === 'take'
        ? submit(healthCalls.take, { params, body: { dari: takenid === null ? null : Number(takenid), reason } })
        : submit(healthCalls.end, { params, body: { reason } }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled,
    meta: { shownInPlace: true },
  })
}

export const adaptersQuery = queryOptions({
  queryKey: [...key, 'adapters'],
  queryFn: ({ signal }) => request(healthCalls.adapters, { signal }),
})

/** Tests an external service. The page shows the result next to the button. */
export function useTestAdapter(name: AdapterName) {
  const onSettled = useRefreshHealth()
  return useMutation({ mutationFn: () => submit(healthCalls.testAdapter, { params: { name } }), onSettled, meta: { shownInPlace: true } })
}
