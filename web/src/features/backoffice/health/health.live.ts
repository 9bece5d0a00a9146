import { healthMatters } from '@lapak/contract/backoffice/health'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRefreshHealth, waitingAlertsQuery } from '#features/backoffice/health/health.api.ts'
import { useConnectionRestored, useRealtime } from '#lib/realtime.ts'
import { showErrorWithAction } from '#ui/snackbar.ts'

/** For administrators, on every page: refreshes the number of alerts that no administrator has taken, and shows a message when a new alert opens. */
export function useLiveAlerts(isAdministrator: boolean, onOpen: () => void) {
  const refresh = useRefreshHealth()
  useRealtime('peringatan', refresh)
  useConnectionRestored(refresh)
  const { data } = useQuery({ ...waitingAlertsQuery, enabled: isAdministrator })
  const seen = useRef<bigint>(null)
  useEffect(() => {
    if (data === undefined) return
    const { id = 0n, matter, message } = data.terbaru ?? {}
    const isNew = seen.current !== null && id > seen.current
    seen.current = isNew || seen.current === null ? id : seen.current
    if (isNew && matter) showErrorWithAction(`Peringatan: ${healthMatters[matter]}. ${message}`, { label: 'Lihat', onPress: onOpen })
  }, [data, onOpen])
}
