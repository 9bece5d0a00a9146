import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { isReached, onReachChange } from '#lib/connectivity.ts'
import { idle, usePainted } from '#lib/first-paint.ts'

/** A script that is loaded on demand. */
export interface LatePart<Part> {
  /** Loads the script; after a failure it loads it again. */
  fetch(): Promise<Part>
  loaded(): Part | undefined
  onLoad(listener: () => void): () => void
  /** Loaded at once rather than one after another. */
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
      // The pending request may fail for a reason that no longer exists, so it is repeated once.
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

/** Starting each script takes 0.1 s on a cheap phone. They are started one after another, so that input in between is handled. */
function inTurn(isDue: () => boolean, ask: () => void) {
  turn = turn.then(async () => {
    if (isDue()) await idle()
    if (isDue()) ask()
  })
}

/**
 * The part, or undefined until it is loaded. It is loaded after the first screen, or at once when it is wanted. A failure is reported only if the
 * part is wanted, and loading is repeated when the server can be reached again.
 */
export function useLatePart<Part>(part: LatePart<Part>, wanted: boolean, onMissing: () => void): Part | undefined {
  const loaded = useSyncExternalStore(part.onLoad, part.loaded)
  const painted = usePainted()
  // Once wanted it stays rendered, since it may have to report that it has closed.
  const [isDue, setDue] = useState(painted || wanted)
  if (!isDue && (painted || wanted)) setDue(true)
  const reportMissing = useEffectEvent(onMissing)
  const isAsked = useRef(false)
  useEffect(() => {
    if (!isDue || part.loaded() !== undefined) return
    // Without a network a failure is expected; any other error is logged.
    const miss = (error: unknown) => (wanted ? reportMissing() : isReached() && console.error(error))
    const ask = () => {
      isAsked.current = true
      void part.fetch().catch(miss)
    }
    let isGone = false
    // Skipped if the component was unmounted in the meantime.
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
