import { createStore, useSelector } from '@tanstack/react-store'

/** The event with which Chromium reports that the page can be installed; other browsers do not have it. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const offer = createStore<InstallOffer | null>(null)

// It is fired once, soon after loading. The browser's own prompt is suppressed, because it would cover the page.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  offer.setState(() => event as InstallOffer)
})
window.addEventListener('appinstalled', () => offer.setState(() => null))

/** On iPhones and iPads the user installs the page by hand; this property exists only there and is true once installed. */
const byHand = 'standalone' in navigator && navigator.standalone === false

/** How the page can be installed: by a button, by hand, or not (null), also when it is installed already. */
export function useInstalling(): 'press' | 'hand' | null {
  const offered = useSelector(offer)
  return offered ? 'press' : byHand ? 'hand' : null
}

/** Opens the browser's prompt. Each offer can be used once. */
export async function install() {
  const { outcome } = (await offer.state?.prompt()) ?? {}
  if (outcome === 'accepted') offer.setState(() => null)
}
