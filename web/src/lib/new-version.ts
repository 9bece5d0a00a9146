import { useSyncExternalStore } from 'react'

const lookEvery = 3_600_000
/** A new version that takes longer than this to arrive is waited for by nobody. */
const arrivesWithin = 10_000

let waiting = false
const listeners = new Set<() => void>()

/** Whether a newer build is there, which takes over only when somebody wants it. */
export const useNewVersion = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting,
  )

let registered = false

/** Once per page. Where the browser has no workers, or the page does not come over TLS, everything works without. */
export async function registerWorker() {
  if (registered || !('serviceWorker' in navigator)) return
  registered = true
  try {
    // Where a browser keeps workers out without a word there is none, whatever its type says.
    const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    if (!registration) return
    announceWaiting(registration)
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', () => announceWaiting(registration))
    })
    setInterval(() => void look(registration), lookEvery)
  } catch (error) {
    console.error(error)
  }
}

/** The first worker of a browser waits for nobody. */
function announceWaiting({ waiting: worker }: ServiceWorkerRegistration) {
  if (waiting || !worker || !navigator.serviceWorker.controller) return
  waiting = true
  for (const listener of listeners) listener()
}

/** Without a network there is nothing to find. */
const look = (registration: ServiceWorkerRegistration) => registration.update().catch(() => undefined)

/** Loads the page anew, by the newest build that the server has. */
export async function renew() {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration) await Promise.race([takeOver(registration), new Promise((late) => setTimeout(late, arrivesWithin))])
  window.location.reload()
}

async function takeOver(registration: ServiceWorkerRegistration) {
  if (!registration.waiting) await look(registration)
  const fresh = registration.waiting ?? registration.installing
  if (!fresh) return
  await new Promise<void>((done) => {
    const step = () => {
      if (fresh.state === 'installed') fresh.postMessage('take over')
      if (fresh.state === 'activated' || fresh.state === 'redundant') done()
    }
    fresh.addEventListener('statechange', step)
    step()
  })
}
