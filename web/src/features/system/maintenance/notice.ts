import type { Envelope } from '@lapak/contract/shared/wire'
import type { maintenanceCalls } from '@lapak/contract/system/maintenance'
import { useEffect, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { takeEarly } from '#lib/early-answers.ts'

/* Own state without a decoder or the query library, because the first page loads it. */

type Notice = z.input<(typeof maintenanceCalls.read)['data']>

const address = '/public/maintenance'

let notice: Notice = null
const listeners = new Set<() => void>()

/** After a failed read the previous notice is kept. */
export async function readNotice() {
  try {
    const answer = await (takeEarly(address, undefined) ?? fetch(address))
    const { data }: Envelope<Notice> = await answer.json()
    notice = data ?? null
    for (const listener of listeners) listener()
  } catch {}
}

/** Without a session there is no realtime connection, so it is polled. */
const everyMs = 60_000

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useNotice(): Notice {
  useEffect(() => {
    void readNotice()
    const timer = setInterval(readNotice, everyMs)
    return () => clearInterval(timer)
  }, [])
  return useSyncExternalStore(subscribe, () => notice)
}
