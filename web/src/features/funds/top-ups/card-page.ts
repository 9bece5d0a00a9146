import { useRealtime } from '#lib/realtime.ts'
import { sayDoneAndOffer } from '#ui/snackbar.ts'

const opened = new Set<string>()

/** Opens the card payment page in a new tab, once. If the browser blocks it, a message offers a button; the ticket also links to the page. */
export function openCardPage(invoice: string, address: string) {
  if (opened.has(invoice)) return
  opened.add(invoice)
  // A page in the background did not request the payment.
  const tab = document.visibilityState === 'visible' ? window.open(address, '_blank') : null
  if (tab) tab.opener = null
  else
    sayDoneAndOffer('Halaman pembayaran kartu siap', { label: 'Buka halaman', act: () => void window.open(address, '_blank', 'noopener') })
}

/** The provider may answer after the request has ended. */
export function useCardPages() {
  useRealtime('invoicecc', ({ invoice, invoiceurl }) => openCardPage(invoice, invoiceurl))
}
