import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { isReached, onReachChange } from '#lib/connectivity.ts'
import { idle, usePainted } from '#lib/first-paint.ts'

/** A script that is not waited for. */
export interface LatePart<Part> {
  /** Asks for it, and again when it did not come before. */
  fetch(): Promise<Part>
  loaded(): Part | undefined
  onLoad(listener: () => void): () => void
  /** Whether it waits for no other one. */
  first: boolean
}

export function latePart<Part>(load: () => Promise<Part>, first = false): LatePart<Part> {
  let loaded: Part | undefined
  let loading: Promise<Part> | undefined
  const listeners = new Set<() => void>()

  async function begin(): Promise<Part> {
    try {
      loaded = await load()
      for (const listener of listeners) listener()
      return loaded
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
      if (loaded !== undefined) return Promise.resolve(loaded)
      // What was asked for before may fail for a reason that is gone by now.
      if (loading) return loading.catch(ask)
      return ask()
    },
    first,
    loaded: () => loaded,
    onLoad(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

let turn: Promise<unknown> = Promise.resolve()

/** A cheap phone needs a tenth of a second to begin each: what is touched meanwhile is answered between two of them. */
function inTurn(isDue: () => boolean, ask: () => void) {
  turn = turn.then(async () => {
    if (isDue()) await idle()
    if (isDue()) ask()
  })
}

/**
 * Undefined until it is there. It is asked for after the first screen, or at once when it is wanted; what did not come is missed only by who
 * wanted it, and is asked for again as soon as the server can be reached.
 */
export function useLatePart<Part>(part: LatePart<Part>, wanted: boolean, onMissing: () => void): Part | undefined {
  const loaded = useSyncExternalStore(part.onLoad, part.loaded)
  const painted = usePainted()
  // What was wanted once stays, since it may have to tell that it has closed.
  const [isDue, setDue] = useState(painted || wanted)
  if (!isDue && (painted || wanted)) setDue(true)
  const reportMissing = useEffectEvent(onMissing)
  const isAsked = useRef(false)
  useEffect(() => {
    if (!isDue || part.loaded() !== undefined) return
    // Without a network that is no news; what else it was is told in the console.
    const miss = (error: unknown) => (wanted ? reportMissing() : isReached() && console.error(error))
    const ask = () => {
      isAsked.current = true
      void part.fetch().catch(miss)
    }
    let isGone = false
    // Who wants it no longer asks for nothing.
    if (wanted || (part.first && !isAsked.current)) ask()
    else if (!isAsked.current) inTurn(() => !isGone && part.loaded() === undefined, ask)
    const stop = onReachChange(() => isReached() && ask())
    return () => {
      isGone = true
      stop()
    }
  }, [isDue, wanted, part])
  return isDue ? loaded : undefined
}
