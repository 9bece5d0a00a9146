import { createStore, useSelector } from '@tanstack/react-store'

const checkEveryMs = 3_600_000
/** The maximum time in milliseconds to wait for a new version. */
const updateTimeoutMs = 10_000

const isUpdateWaiting = createStore(false)

/** Whether a newer build of the web app is available. It is activated only when the user requests it. */
export const useIsUpdateAvailable = (): boolean => useSelector(isUpdateWaiting)

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
    setInterval(() => void checkForUpdate(registration), checkEveryMs)
  } catch (error) {
    console.error(error)
  }
}

/** Reports that a new worker is waiting. The first worker of a browser is not reported, because it does not replace an older build. */
function announceWaiting({ waiting: worker }: ServiceWorkerRegistration) {
  if (isUpdateWaiting.state || !worker || !navigator.serviceWorker.controller) return
  isUpdateWaiting.setState(() => true)
}

/** Looks for a newer build; the request fails without a network, which is ignored. */
const checkForUpdate = (registration: ServiceWorkerRegistration) => registration.update().catch(() => undefined)

/** Reloads the document with the newest build of the server. */
export async function reloadToUpdate() {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration) await Promise.race([activateUpdate(registration), new Promise((late) => setTimeout(late, updateTimeoutMs))])
  window.location.reload()
}

async function activateUpdate(registration: ServiceWorkerRegistration) {
  if (!registration.waiting) await checkForUpdate(registration)
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
