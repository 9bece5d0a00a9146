import type { user } from '@lapak/contract/auth/access'
import { useSyncExternalStore } from 'react'
import type { z } from 'zod'

/**
 * Who is signed in here. Kept in the browser's storage, so that a reload and a second tab know it too. The user stays
 * as it is on the wire: the sign-in screen needs no decoder, and `useUser` of the feature `access` decodes it.
 */
export interface Session {
  token: string
  user: z.input<typeof user>
}

const storageKey = 'lapak.session'
const loginMessageKey = 'lapak.notice'
const wantedKey = 'lapak.wanted'

let current = readStored()
const listeners = new Set<() => void>()

function readStored(): Session | null {
  try {
    const stored: Partial<Session> | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return stored?.token && stored.user ? { token: stored.token, user: stored.user } : null
  } catch {
    // Written by hand: signing in again repairs it.
    return null
  }
}

const ownPrefix = 'lapak.own.'
const onForgotten: (() => void)[] = []

/** What this browser keeps for who is signed in, and forgets with the session: the next one at this device must not find it. */
export function ownOfSession(name: string) {
  const key = ownPrefix + name
  return {
    read: (): string | null => localStorage.getItem(key),
    /** Only while that one is signed in: what a page still had to write when it went is not for the next one. */
    write(text: string | null) {
      if (text === null) localStorage.removeItem(key)
      else if (current !== null && readStored()?.token === current.token) localStorage.setItem(key, text)
    },
    /** For who holds it in memory: another tab wrote, or it went with the session, after which another one may begin on this page. */
    onReplaced(act: () => void) {
      onForgotten.push(act)
      window.addEventListener('storage', (event) => event.key === key && act())
    },
  }
}

function forgetOwn() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(ownPrefix)) localStorage.removeItem(key)
  for (const act of onForgotten) act()
  // Which screens somebody visited, and what is pushed to this browser. It outlives the page, which is about to go.
  navigator.serviceWorker?.controller?.postMessage('forget')
}

function change(session: Session | null) {
  current = session
  if (session) localStorage.setItem(storageKey, JSON.stringify(session))
  else {
    localStorage.removeItem(storageKey)
    forgetOwn()
  }
  for (const listener of listeners) listener()
}

window.addEventListener('storage', (event) => {
  if (event.key !== storageKey && event.key !== null) return
  const before = current
  current = readStored()
  if (isAnothers(before)) return window.location.replace(current ? '/' : '/login')
  for (const listener of listeners) listener()
})

/** A page that slept, or that the browser kept for its button back, may hold what the one before it saw. */
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  const before = current
  current = readStored()
  if (isAnothers(before)) window.location.reload()
})

/** Whether a page of this session must not go on: it is over, or another member's took its place. */
const isAnothers = (before: Session | null): boolean => before !== null && current?.user.id !== before.user.id

export const currentSession = () => current
export function openSession(session: Session) {
  // Another tab may have signed somebody else in meanwhile.
  if (readStored()?.user.id !== session.user.id) forgetOwn()
  change(session)
}
export const closeSession = () => change(null)

/** Not where another tab ended this session, or began one, and this page has not heard of it yet: an answer must bring nobody back. */
export function keepUser(user: Session['user']) {
  if (current !== null && readStored()?.token === current.token) change({ ...current, user })
}

export function useSession(): Session | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentSession)
}

let endsByRequest = false

/**
 * For work that makes the server end this session. Any other call may notice that first, and must not take away the page
 * that still has something to show.
 */
export async function endingByRequest<Result>(work: () => Promise<Result>): Promise<Result> {
  endsByRequest = true
  try {
    return await work()
  } finally {
    endsByRequest = false
  }
}

/** Ends the session and loads /login anew, so that nothing of the last user stays in memory. */
export function leave(message?: string) {
  if (endsByRequest) return
  if (message) {
    leaveLoginMessage(message)
    rememberWanted(window.location.pathname + window.location.search, current)
  }
  closeSession()
  window.location.replace('/login')
}

/** What the sign-in is to say when it opens. */
export const leaveLoginMessage = (message: string) => sessionStorage.setItem(loginMessageKey, message)
export const hasLoginMessage = () => sessionStorage.getItem(loginMessageKey) !== null

/** The text that the page before the reload left for the login screen. */
export function takeLoginMessage(): string | null {
  const message = sessionStorage.getItem(loginMessageKey)
  sessionStorage.removeItem(loginMessageKey)
  return message
}

/** `by` is who was there: an address may hold what somebody looked for, which is not for the next one at this device. */
export function rememberWanted(path: string, by: Session | null = null) {
  if (!path.startsWith('/login')) sessionStorage.setItem(wantedKey, `${by?.user.id ?? ''} ${path}`)
}

/** Where the visitor was going before signing in. Only paths of this site: `//elsewhere` would leave it. */
export function takeWanted(): string | null {
  const [, by, wanted] = /^(\d*) (.*)$/s.exec(sessionStorage.getItem(wantedKey) ?? '') ?? []
  sessionStorage.removeItem(wantedKey)
  if (by && by !== current?.user.id.toString()) return null
  return wanted && /^\/(?![/\\])/.test(wanted) && wanted !== '/' ? wanted : null
}
