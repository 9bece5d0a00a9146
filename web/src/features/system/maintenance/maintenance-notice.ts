import type { Envelope } from '@lapak/contract/shared/wire'
import type { maintenanceCalls } from '@lapak/contract/system/maintenance'
import { createStore, useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'
import type { z } from 'zod'
import { takeEarlyAnswer } from '#lib/early-answers.ts'

/* The state of the maintenance notice. It uses neither the decoder nor the query library, because the first page loads this code. */

type Notice = z.input<(typeof maintenanceCalls.read)['data']>

const address = '/public/maintenance'

const notice = createStore<Notice>(null)

/** Reads the notice. If the request fails, the previous notice is kept. */
export async function fetchMaintenanceNotice() {
  try {
    const answer = await (takeEarlyAnswer(address, undefined) ?? fetch(address))
    const { data }: Envelope<Notice> = await answer.json()
    notice.setState(() => data ?? null)
  } catch {}
}

/** Polling interval in milliseconds. The notice is polled, because there is no realtime connection without a session. */
const everyMs = 60_000

export function useMaintenanceNotice(): Notice {
  useEffect(() => {
    void fetchMaintenanceNotice()
    const timer = setInterval(fetchMaintenanceNotice, everyMs)
    return () => clearInterval(timer)
  }, [])
  return useSelector(notice)
}
