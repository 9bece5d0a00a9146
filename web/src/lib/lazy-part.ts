import { createStore, type Store, useSelector } from '@tanstack/react-store'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isServerReachable, onReachabilityChange } from '#lib/connectivity.ts'
import { useHasPainted, whenIdle } from '#lib/first-paint.ts'

/** A part of the web app whose script is loaded on demand. */
export interface LazyPart<Part> {
  /** Loads the script. If an earlier try failed, it is loaded again. */
  fetch(): Promise<Part>
  loaded: Pick<Store<Part | undefined>, 'get' | 'subscribe'>
  /** Whether the script is loaded at once, instead of after the scripts that were requested before. */
  first: boolean
}

export function lazyPart<Part>(load: () => Promise<Part>, first = false): LazyPart<Part> {
  const loaded = createStore<Part | undefined>(undefined)
  let loading: Promise<Part> | undefined

  async function begin(): Promise<Part> {
    try {
      const part = await load()
      loaded.setState(() => part)
      return part
    } finally {
      loading = undefined
    }
  }

  function ask(): Promise<Part> {
    loading ??= begin()
    return loading
  }

  return {
    fetch() {
      const part = loaded.get()
      if (part !== undefined) return Promise.resolve(part)
      // The pending request may fail for a reason that no longer exists, so the script is then requested once more.
      if (loading) return loading.catch(ask)
      return ask()
    },
    first,
    loaded,
  }
}

let turn: Promise<unknown> = Promise.resolve()

/** Loads scripts one after another: starting a script takes 0.1 s on a cheap phone, and input in between must be handled. */
function loadInTurn(isDue: () => boolean, ask: () => void) {
  turn = turn.then(async () => {
    if (isDue()) await whenIdle()
    if (isDue()) ask()
  })
}

/**
 * Returns the part, or undefined until it is loaded. The part is loaded after the first screen, or at once when it is wanted. A failure is reported
 * only if the part is wanted; loading is tried again when the server can be reached again.
 */
export function useLazyPart<Part>(part: LazyPart<Part>, wanted: boolean, onMissing: () => void): Part | undefined {
  const loaded = useSelector(part.loaded)
  const painted = useHasPainted()
  // A part that was wanted once stays due, because it may still have to report that it has closed.
  const [isDue, setDue] = useState(painted || wanted)
  if (!isDue && (painted || wanted)) setDue(true)
  const reportMissing = useEffectEvent(onMissing)
  const isAsked = useRef(false)
  useEffect(() => {
    if (!isDue || part.loaded.get() !== undefined) return
    // Without a network a failure is expected; any other error is logged.
    const miss = (error: unknown) => (wanted ? reportMissing() : isServerReachable() && console.error(error))
    const ask = () => {
      isAsked.current = true
      void part.fetch().catch(miss)
    }
    let isGone = false
    // Skipped if the component was unmounted in the meantime.
    if (wanted || (part.first && !isAsked.current)) ask()
    else if (!isAsked.current) loadInTurn(() => !isGone && part.loaded.get() === undefined, ask)
    const stop = onReachabilityChange(() => isServerReachable() && ask())
    return () => {
      isGone = true
      stop()
    }
  }, [isDue, wanted, part])
  return isDue ? loaded : undefined
}
