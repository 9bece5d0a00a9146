import { useNavigate } from '@tanstack/react-router'

/** The initial values of a purchase. */
export interface PurchaseDraft {
  target?: string
  productcode?: string
  /** A text with several targets, one per line. */
  many?: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The beginning of a purchase is stored in the history state rather than the URL, so that no external link can prefill an order, and no phone
     * number appears in a log.
     */
    buy?: PurchaseDraft
  }
}

/** Opens the purchase dialog over the current page; the back button closes it. */
export function useOpenPurchaseDialog(): (draft?: PurchaseDraft) => void {
  const navigate = useNavigate()
  return (draft) =>
    void navigate({
      to: '.',
      // Closes other dialogs and drawers over the page.
      search: ((before: object) => ({ ...before, trx: undefined, beli: '1' })) as never,
      state: draft ? { buy: draft } : {},
      resetScroll: false,
    })
}
