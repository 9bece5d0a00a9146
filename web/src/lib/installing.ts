import { useSyncExternalStore } from 'react'

/** What Chromium says when this page can be installed; other browsers do not know it. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offer: InstallOffer | null = null
const listeners = new Set<() => void>()

function change(next: InstallOffer | null) {
  offer = next
  for (const listener of listeners) listener()
}

// It comes once, soon after the page. Shown by the browser itself it would cover what somebody is about to press.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  change(event as InstallOffer)
})
window.addEventListener('appinstalled', () => change(null))

/** iPhones and iPads install by hand, and say by this property that they can and whether it was done. */
const byHand = 'standalone' in navigator && navigator.standalone === false

/** How this page is installed here: at a press, by hand, or not at all, which it is where it was. */
export function useInstalling(): 'press' | 'hand' | null {
  const offered = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => offer,
  )
  return offered ? 'press' : byHand ? 'hand' : null
}

/** Asks as the browser does. Each offer is good for one answer. */
export async function install() {
  const { outcome } = (await offer?.prompt()) ?? {}
  if (outcome === 'accepted') change(null)
}
