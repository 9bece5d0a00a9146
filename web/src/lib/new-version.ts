import { createStore, useSelector } from '@tanstack/react-store'

const lookEvery = 3_600_000
/** The maximum wait for a new version, in milliseconds. */
const arrivesWithin = 10_000

const waiting = createStore(false)

/** Whether a newer build is available; it is activated only on request. */
export const useNewVersion = (): boolean => useSelector(waiting)

let registered = false

/** Once per page. The page also works without a worker, in browsers without support or without TLS. */
export async function registerWorker() {
  if (registered || !('serviceWorker' in navigator)) return
  registered = true
  try {
    // A browser that blocks workers may resolve to undefined, despite the type.
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

/** The first worker of a browser replaces none, so it is not announced. */
function announceWaiting({ waiting: worker }: ServiceWorkerRegistration) {
  if (waiting.state || !worker || !navigator.serviceWorker.controller) return
  waiting.setState(() => true)
}

/** Fails without a network. */
const look = (registration: ServiceWorkerRegistration) => registration.update().catch(() => undefined)

/** Reloads the page with the newest build of the server. */
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
