import { useRealtime } from '#lib/realtime.ts'
import { sayDoneAndOffer } from '#ui/snackbar.ts'

const opened = new Set<string>()

/** Where a card is paid, in a tab of its own, once. What the browser does not let open is offered, and its ticket leads there as well. */
export function openCardPage(invoice: string, address: string) {
  if (opened.has(invoice)) return
  opened.add(invoice)
  // A page that nobody looks at did not ask for it.
  const tab = document.visibilityState === 'visible' ? window.open(address, '_blank') : null
  if (tab) tab.opener = null
  else
    sayDoneAndOffer('Halaman pembayaran kartu siap', { label: 'Buka halaman', act: () => void window.open(address, '_blank', 'noopener') })
}

/** The provider may answer after the call that asked has ended. */
export function useCardPages() {
  useRealtime('invoicecc', ({ invoice, invoiceurl }) => openCardPage(invoice, invoiceurl))
}
