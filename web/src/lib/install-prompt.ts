import { createStore, useSelector } from '@tanstack/react-store'

/** The event with which Chromium reports that the web app can be installed; other browsers do not have this event. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const offer = createStore<InstallOffer | null>(null)

// The event is fired once, soon after loading. The browser's own prompt is suppressed, because it would cover the page.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  offer.setState(() => event as InstallOffer)
})
window.addEventListener('appinstalled', () => offer.setState(() => null))

/** Whether the user can install the web app only by hand: this property exists only on iPhones and iPads, and is true if the web app is installed. */
const byHand = 'standalone' in navigator && navigator.standalone === false

/** How the web app can be installed: by a button ('press'), by hand ('hand'), or not at all (null), for example because it is installed already. */
export function useInstallMethod(): 'press' | 'hand' | null {
  const offered = useSelector(offer)
  return offered ? 'press' : byHand ? 'hand' : null
}

/** Opens the browser's prompt for the installation. Each offer of the browser can be used only once. */
export async function promptInstall() {
  const { outcome } = (await offer.state?.prompt()) ?? {}
  if (outcome === 'accepted') offer.setState(() => null)
}
