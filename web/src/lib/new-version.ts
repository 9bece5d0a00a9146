import { createStore, useSelector } from '@tanstack/react-store'

const lookEvery = 3_600_000
/** The maximum time in milliseconds to wait for a new version. */
const arrivesWithin = 10_000

const waiting = createStore(false)

/** Whether a newer build of the web app is available. It is activated only when the user requests it. */
export const useNewVersion = (): boolean => useSelector(waiting)

let registered = false

/** Registers the service worker once per document. The web app also works without a worker: in browsers without support, or without TLS. */
export async function registerWorker() {
  if (registered || !('serviceWorker' in navigator)) return
  registered = true
  try {
    // In a browser that blocks service workers, the promise may resolve to undefined, although the type excludes it.
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

/** Reports that a new worker is waiting. The first worker of a browser is not reported, because it does not replace an older build. */
function announceWaiting({ waiting: worker }: ServiceWorkerRegistration) {
  if (waiting.state || !worker || !navigator.serviceWorker.controller) return
  waiting.setState(() => true)
}

/** Looks for a newer build; the request fails without a network, which is ignored. */
const look = (registration: ServiceWorkerRegistration) => registration.update().catch(() => undefined)

/** Reloads the document with the newest build of the server. */
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
