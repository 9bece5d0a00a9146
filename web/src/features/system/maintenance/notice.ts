import type { Envelope } from '@lapak/contract/shared/wire'
import type { maintenanceCalls } from '@lapak/contract/system/maintenance'
import { createStore, useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'
import type { z } from 'zod'
import { takeEarly } from '#lib/early-answers.ts'

/* Own state without a decoder or the query library, because the first page loads it. */

type Notice = z.input<(typeof maintenanceCalls.read)['data']>

const address = '/public/maintenance'

const notice = createStore<Notice>(null)

/** After a failed read the previous notice is kept. */
export async function readNotice() {
  try {
    const answer = await (takeEarly(address, undefined) ?? fetch(address))
    const { data }: Envelope<Notice> = await answer.json()
    notice.setState(() => data ?? null)
  } catch {}
}

/** Without a session there is no realtime connection, so it is polled. */
const everyMs = 60_000

export function useNotice(): Notice {
  useEffect(() => {
    void readNotice()
    const timer = setInterval(readNotice, everyMs)
    return () => clearInterval(timer)
  }, [])
  return useSelector(notice)
}
