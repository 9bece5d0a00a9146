import { useNavigate } from '@tanstack/react-router'

/** What the address of the page says, and how the page changes it. */
export interface Address<Search> {
  search: Search
  /** In place: the browser's back button leaves the page. */
  change: (part: Partial<Search>) => void
  /** Something opens over the page: a telephone's back button closes it. */
  open: (part: Partial<Search>) => void
}

/** `useAddress(route.useSearch())`. */
export function useAddress<Search extends object>(search: Search): Address<Search> {
  const navigate = useNavigate()
  const go = (part: Partial<Search>, replace: boolean) =>
    // Whoever calls has the type of the page's parameters; the router knows only those of all pages.
    void navigate({ to: '.', search: ((before: Search) => ({ ...before, ...part })) as never, replace, resetScroll: false })
  return { search, change: (part) => go(part, true), open: (part) => go(part, false) }
}
