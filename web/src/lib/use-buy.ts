import { useNavigate } from '@tanstack/react-router'

/** What a purchase begins with, when not with an empty field. */
export interface Beginning {
  target?: string
  productcode?: string
  /** A list of numbers, a line each. */
  many?: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Kept beside the address and not in it: no link from elsewhere can fill in an order, and no number stands in a log. */
    buy?: Beginning
  }
}

/** Opens the purchase over the page that is shown, from any of them; a telephone's back button closes it. */
export function useBuy(): (begin?: Beginning) => void {
  const navigate = useNavigate()
  return (begin) =>
    void navigate({
      to: '.',
      // Whatever else lies over the page makes room.
      search: ((before: object) => ({ ...before, trx: undefined, beli: '1' })) as never,
      state: begin ? { buy: begin } : {},
      resetScroll: false,
    })
}
