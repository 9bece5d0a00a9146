import { useRealtime } from '#lib/realtime.ts'
import { showSuccessWithAction } from '#ui/snackbar.ts'

const opened = new Set<string>()

/**
 * Opens the card payment page of the provider in a new tab, once per invoice. If the browser blocks the tab, a message offers a button; the ticket
 * also links to the page.
 */
export function openCardPage(invoice: string, address: string) {
  if (opened.has(invoice)) return
  opened.add(invoice)
  // If this tab is in the background, another tab of the member requested the payment, so no new tab is opened here.
  const tab = document.visibilityState === 'visible' ? window.open(address, '_blank') : null
  if (tab) tab.opener = null
  else
    showSuccessWithAction('Halaman pembayaran kartu siap', {
      label: 'Buka halaman',
      onPress: () => void window.open(address, '_blank', 'noopener'),
    })
}

/** On every page, opens the card payment page when it arrives by event: the provider may answer after the request has ended. */
export function useCardPages() {
  useRealtime('invoicecc', ({ invoice, invoiceurl }) => openCardPage(invoice, invoiceurl))
}
