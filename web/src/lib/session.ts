import type { user } from '@lapak/contract/auth/access'
import { createStore, useSelector } from '@tanstack/react-store'
import type { z } from 'zod'

/**
 * The session in the browser's storage, shared with other tabs and kept over reloads. The user is stored in the wire format: the sign-in screen needs
 * no decoder, and `useUser` of the feature `access` decodes it.
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
    // The stored value was changed by hand: a new sign-in overwrites it.
    return null
  }
}

/** Whether the session of this page is still the one in the browser's storage; another tab may have replaced it. */
const isStored = (): boolean => current.state !== null && readStored()?.token === current.state.token

const ownPrefix = 'lapak.own.'
const onForgotten: (() => void)[] = []

/** Data in this browser that belongs to the session and is removed with it, so that the next user of the device cannot find it. */
export function ownOfSession(name: string) {
  const key = ownPrefix + name
  return {
    read: (): string | null => localStorage.getItem(key),
    /** Writes only while this session is current: a late write of a page that is being left must not reach the next session. */
    write(text: string | null) {
      if (text === null) localStorage.removeItem(key)
      else if (isStored()) localStorage.setItem(key, text)
    },
    /**
     * For copies in memory: called when another tab wrote, or when the data was removed with the session, after which another session may begin on
     * this page.
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
  // Makes the service worker delete the visited screens and the push subscription. The worker outlives this page.
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

/** A page that was suspended or restored from the back/forward cache may show data of the previous session. */
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  const stored = readStored()
  if (isAnothers(stored)) return window.location.reload()
  current.setState(() => stored)
})

/** Whether a page of this session must close: the session ended, or another member signed in. */
const isAnothers = (stored: Session | null): boolean => current.state !== null && stored?.user.id !== current.state.user.id

export const currentSession = () => current.state
export function openSession(session: Session) {
  // Another tab may have signed in another member.
  if (readStored()?.user.id !== session.user.id) forgetOwn()
  change(session)
}
export const closeSession = () => change(null)

/** Skipped if another tab ended or replaced this session and this page has not noticed yet: an answer must not restore it. */
export function keepUser(user: Session['user']) {
  if (current.state !== null && isStored()) change({ ...current.state, user })
}

export const useSession = (): Session | null => useSelector(current)

let endsByRequest = false

/**
 * For requests that make the server end this session. Another request may fail first because of that; it must not close the page, which still has
 * something to show.
 */
export async function endingByRequest<Result>(work: () => Promise<Result>): Promise<Result> {
  endsByRequest = true
  try {
    return await work()
  } finally {
    endsByRequest = false
  }
}

/** Ends the session and reloads at /login, so that no data of the user stays in memory. */
export function leave(message?: string) {
  if (endsByRequest) return
  if (message) {
    leaveLoginMessage(message)
    rememberWanted(window.location.pathname + window.location.search, current.state)
  }
  closeSession()
  window.location.replace('/login')
}

/** The message that the sign-in page shows when it opens. */
export const leaveLoginMessage = (message: string) => sessionStorage.setItem(loginMessageKey, message)
export const hasLoginMessage = () => sessionStorage.getItem(loginMessageKey) !== null

/** The message of the previous page for the sign-in page. */
export function takeLoginMessage(): string | null {
  const message = sessionStorage.getItem(loginMessageKey)
  sessionStorage.removeItem(loginMessageKey)
  return message
}

/** `by` is the session that visited the address: an address may contain a search, which the next user must not see. */
export function rememberWanted(path: string, by: Session | null = null) {
  if (!path.startsWith('/login')) sessionStorage.setItem(wantedKey, `${by?.user.id ?? ''} ${path}`)
}

/** The address that was requested before the sign-in. Only paths of this site: `//elsewhere` would leave it. */
export function takeWanted(): string | null {
  const [, by, wanted] = /^(\d*) (.*)$/s.exec(sessionStorage.getItem(wantedKey) ?? '') ?? []
  sessionStorage.removeItem(wantedKey)
  if (by && by !== current.state?.user.id.toString()) return null
  return wanted && /^\/(?![/\\])/.test(wanted) && wanted !== '/' ? wanted : null
}
