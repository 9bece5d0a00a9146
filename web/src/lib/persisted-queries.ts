import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { isServerReachable, onReachabilityChange } from '#lib/connectivity.ts'
import { sessionItem } from '#lib/session.ts'
import { decodeFromStorage, encodeForStorage } from '#lib/storage-encoding.ts'

/*
 * The last answers of selected queries, for the time without a network. They are stored in this browser, removed with the session, and shown in place
 * of fresh data, so they may be outdated.
 */

interface PersistedQuery {
  key: QueryKey
  /** The time of the answer, in milliseconds. */
  at: number
  data: unknown
}

const queriesMax = 6
const charactersMax = 300_000
const keptForMs = 7 * 24 * 3_600_000

const store = sessionItem('known')

/** Identifies the build of the web app: data stored by another build may have another shape. */
const build = () => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? ''

/** Reads the stored answers, newest first. */
export function readPersistedQueries(): PersistedQuery[] {
  try {
    const kept = JSON.parse(store.read() ?? 'null', decodeFromStorage) as { build: string; known: PersistedQuery[] } | null
    return kept?.build === build() ? kept.known.filter(({ at }) => Date.now() - at < keptForMs) : []
  } catch {
    // The stored value is invalid, so it was changed by hand: treat it as empty.
    return []
  }
}

function writePersistedQueries(known: PersistedQuery[]) {
  for (let some = known.slice(0, queriesMax); some.length > 0; some = some.slice(0, -1)) {
    const text = JSON.stringify({ build: build(), known: encodeForStorage(some) })
    if (text.length > charactersMax) continue
    try {
      return store.write(text)
    } catch {
      // The storage is full: store fewer answers, or none.
    }
  }
}

const beginsWith = (key: QueryKey, prefix: QueryKey) => prefix.every((part, place) => part === key[place])

/**
 * Stores the answers of the queries whose keys begin with these prefixes, and shows the stored answers while the server cannot be reached. Returns a
 * function that stops this.
 */
export function persistQueries(queries: QueryClient, prefixes: readonly QueryKey[]): () => void {
  const cache = queries.getQueryCache()
  const fresh = new Map<string, PersistedQuery>()
  let writing: ReturnType<typeof setTimeout> | undefined

  function flush() {
    writing = undefined
    const before = readPersistedQueries().filter(({ key }) => !fresh.has(hashKey(key)))
    writePersistedQueries([...fresh.values()].toReversed().concat(before))
    fresh.clear()
  }

  const isWanted = ({ queryKey }: Query) => prefixes.some((prefix) => beginsWith(queryKey, prefix))

  function restore(query: Query) {
    if (query.state.data !== undefined) return
    const known = readPersistedQueries().find(({ key }) => hashKey(key) === query.queryHash)
    if (known) query.setData(known.data, { updatedAt: known.at, manual: true })
  }

  function persist({ queryKey, queryHash, state }: Query) {
    fresh.delete(queryHash)
    fresh.set(queryHash, { key: queryKey, at: state.dataUpdatedAt, data: state.data })
    writing ??= setTimeout(flush, 1_000)
  }

  // Answers that were read before this function was called.
  for (const query of cache.getAll()) if (isWanted(query) && query.state.data !== undefined) persist(query)

  const stopReading = cache.subscribe((event) => {
    if (!isWanted(event.query)) return
    if (event.type === 'added' && !isServerReachable()) queueMicrotask(() => restore(event.query))
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    persist(event.query)
  })
  const restoreAll = () => {
    if (!isServerReachable()) for (const query of cache.getAll()) if (isWanted(query)) restore(query)
  }
  restoreAll()
  const stopLooking = onReachabilityChange(restoreAll)
  return () => {
    stopReading()
    stopLooking()
    clearTimeout(writing)
  }
}
