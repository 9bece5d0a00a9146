import type { Envelope } from '@lapak/contract/shared/wire'
import type { maintenanceCalls } from '@lapak/contract/system/maintenance'
import { useEffect, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { takeEarly } from '#lib/early-answers.ts'

/* Of our own, and without decoder and library: the first page carries it. */

type Notice = z.input<(typeof maintenanceCalls.read)['data']>

const address = '/public/maintenance'

let notice: Notice = null
const listeners = new Set<() => void>()

/** What could not be read stays as it was. */
export async function readNotice() {
  try {
    const answer = await (takeEarly(address, undefined) ?? fetch(address))
    const { data }: Envelope<Notice> = await answer.json()
    notice = data ?? null
    for (const listener of listeners) listener()
  } catch {}
}

/** Who is not signed in has no line, and asks now and then. */
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
