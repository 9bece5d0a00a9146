import type { LineResult, PreviewLine, PurchaseAct } from '@lapak/contract/ordering/purchases'
import { useRef, useState } from 'react'
import { decideMany, useRefreshTrx } from '#features/ordering/purchases/administration/trx.api.ts'

/** So many are sent at once: enough to be quick, few enough to see how far it is and to stop. */
const portion = 20

interface BulkCommand {
  act: PurchaseAct
  lines: Pick<PreviewLine, 'id'>[]
  serials: ReadonlyMap<bigint, string>
  description: string
}

/** Sends many decisions in portions and gathers what became of each. */
export function useBulkRun() {
  const [progress, setProgress] = useState<{ done: number; of: number }>()
  const [stopping, setStopping] = useState(false)
  const stop = useRef(false)
  const refresh = useRefreshTrx()

  async function run({ act, lines, serials, description }: BulkCommand): Promise<LineResult[]> {
    const results: LineResult[] = []
    try {
      for (let from = 0; from < lines.length; from += portion) {
        setProgress({ done: from, of: lines.length })
        const now = lines.slice(from, from + portion)
        const sent = now.map(({ id }) => ({ id: Number(id), serialnumber: serials.get(id) || undefined }))
        const answer = stop.current ? 'stopped' : await decideMany({ act, lines: sent, description }).catch((error: Error) => error)
        if (Array.isArray(answer)) {
          results.push(...answer)
          continue
        }
        // Before anything was done the form says it; afterwards who asked has to see what was.
        if (answer instanceof Error && results.length === 0) throw answer
        const [message, rest] = [answer === 'stopped' ? untried : `${answer.message} ${uncertain}`, lines.slice(from + portion)]
        results.push(...failed(now, message), ...failed(rest, untried))
        break
      }
      return results
    } finally {
      setProgress(undefined)
      void refresh()
    }
  }

  return {
    run,
    progress,
    stopping,
    stop: () => {
      stop.current = true
      setStopping(true)
    },
  }
}

const untried = 'Belum dicoba'
const uncertain = 'Belum pasti apakah sudah diputuskan; lihat statusnya'

const failed = (lines: BulkCommand['lines'], msg: string): LineResult[] => lines.map(({ id }) => ({ id, done: false, msg, code: null }))
