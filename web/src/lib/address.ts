import { useNavigate } from '@tanstack/react-router'

/** The search parameters of the address, and how the page changes them. */
export interface Address<Search> {
  search: Search
  /** Replaces the history entry: the back button leaves the page. */
  change: (part: Partial<Search>) => void
  /** Adds a history entry when something opens over the page: the back button closes it. */
  open: (part: Partial<Search>) => void
}

/** Usage: `useAddress(route.useSearch())`. */
export function useAddress<Search extends object>(search: Search): Address<Search> {
  const navigate = useNavigate()
  const go = (part: Partial<Search>, replace: boolean) =>
    // The caller knows the type of its own parameters; the router only knows those of all pages.
    void navigate({ to: '.', search: ((before: Search) => ({ ...before, ...part })) as never, replace, resetScroll: false })
  return { search, change: (part) => go(part, true), open: (part) => go(part, false) }
}
