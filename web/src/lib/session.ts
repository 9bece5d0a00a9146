import type { user } from '@lapak/contract/auth/access'
import { createStore, useSelector } from '@tanstack/react-store'
import type { z } from 'zod'

/**
 * The session in the browser's storage, which is shared with other tabs and survives reloads. The user is stored in the wire format, so that the
 * sign-in screen needs no decoder; `useUser` of the feature `access` decodes it.
 */
export interface Session {
  token: string
  user: z.input<typeof user>
}

const storageKey = 'lapak.session'
const loginMessageKey = 'lapak.notice'
const wantedKey = 'lapak.wanted'

const current = createStore(readStored())

function readStored(): Session | null {
  try {
    const stored: Partial<Session> | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return stored?.token && stored.user ? { token: stored.token, user: stored.user } : null
  } catch {
    // The stored value is invalid, so it was changed by hand: the next sign-in overwrites it.
    return null
  }
}

/** Whether the session in the browser's storage is still the session of this document; another tab may have replaced it. */
const isStored = (): boolean => current.state !== null && readStored()?.token === current.state.token

const ownPrefix = 'lapak.own.'
const onForgotten: (() => void)[] = []

/** Data in this browser that belongs to the session and is removed together with it, so that the next user of the device cannot find it. */
export function sessionItem(name: string) {
  const key = ownPrefix + name
  return {
    read: (): string | null => localStorage.getItem(key),
    /** Writes only while this session is current: a late write of a document that is being left must not store data for the next session. */
    write(text: string | null) {
      if (text === null) localStorage.removeItem(key)
      else if (isStored()) localStorage.setItem(key, text)
    },
    /**
     * Registers a function that updates a copy in memory. It is called when another tab wrote the data, or when the data was removed with the
     * session, because another session may begin in this document.
     */
    onReplaced(act: () => void) {
      onForgotten.push(act)
      window.addEventListener('storage', (event) => event.key === key && act())
    },
  }
}

function forgetOwn() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(ownPrefix)) localStorage.removeItem(key)
  for (const act of onForgotten) act()
  // Makes the service worker delete the cached screens and the push subscription. The worker continues after this document is closed.
  navigator.serviceWorker?.controller?.postMessage('forget')
}

function change(session: Session | null) {
  if (session) localStorage.setItem(storageKey, JSON.stringify(session))
  else {
    localStorage.removeItem(storageKey)
    forgetOwn()
  }
  current.setState(() => session)
}

window.addEventListener('storage', (event) => {
  if (event.key !== storageKey && event.key !== null) return
  const stored = readStored()
  if (isAnothers(stored)) return window.location.replace(stored ? '/' : '/login')
  current.setState(() => stored)
})

/** A document that was restored from the back/forward cache may show data of the previous session. */
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  const stored = readStored()
  if (isAnothers(stored)) return window.location.reload()
  current.setState(() => stored)
})

/** Whether this document must be left, because its session has ended or another member has signed in. */
const isAnothers = (stored: Session | null): boolean => current.state !== null && stored?.user.id !== current.state.user.id

export const currentSession = () => current.state
export function openSession(session: Session) {
  // In another tab, another member may have signed in before.
  if (readStored()?.user.id !== session.user.id) forgetOwn()
  change(session)
}
export const closeSession = () => change(null)

/**
 * Stores the changed user. Skipped if another tab ended or replaced the session and this document has not noticed it yet: a late answer must not
 * restore the session.
 */
export function storeUser(user: Session['user']) {
  if (current.state !== null && isStored()) change({ ...current.state, user })
}

export const useSession = (): Session | null => useSelector(current)

let endsByRequest = false

/**
 * For requests that make the server end this session. Another request may then fail first; it must not reload the document, which still has something
 * to show.
 */
export async function whileEndingSession<Result>(work: () => Promise<Result>): Promise<Result> {
  endsByRequest = true
  try {
    return await work()
  } finally {
    endsByRequest = false
  }
}

/** Ends the session and reloads the document at /login, so that no data of the user stays in memory. */
export function leaveSession(message?: string) {
  if (endsByRequest) return
  if (message) {
    storeLoginMessage(message)
    storeRequestedPath(window.location.pathname + window.location.search, current.state)
  }
  closeSession()
  window.location.replace('/login')
}

/** Stores a message that the sign-in page shows when it opens. */
export const storeLoginMessage = (message: string) => sessionStorage.setItem(loginMessageKey, message)
export const hasLoginMessage = () => sessionStorage.getItem(loginMessageKey) !== null

/** Returns the stored message for the sign-in page and removes it. */
export function takeLoginMessage(): string | null {
  const message = sessionStorage.getItem(loginMessageKey)
  sessionStorage.removeItem(loginMessageKey)
  return message
}

/**
 * Stores the URL to open after the sign-in. `by` is the session in which it was opened: the URL may contain a search, so it is opened again only for
 * the same member.
 */
export function storeRequestedPath(path: string, by: Session | null = null) {
  if (!path.startsWith('/login')) sessionStorage.setItem(wantedKey, `${by?.user.id ?? ''} ${path}`)
}

/**
 * Returns the URL that was requested before the sign-in and removes it. Only paths of this site are returned: `//elsewhere` would lead to another
 * site.
 */
export function takeRequestedPath(): string | null {
  const [, by, wanted] = /^(\d*) (.*)$/s.exec(sessionStorage.getItem(wantedKey) ?? '') ?? []
  sessionStorage.removeItem(wantedKey)
  if (by && by !== current.state?.user.id.toString()) return null
  return wanted && /^\/(?![/\\])/.test(wanted) && wanted !== '/' ? wanted : null
}
