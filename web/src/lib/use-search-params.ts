import { useNavigate } from '@tanstack/react-router'

/** The search parameters of the URL, and functions that change them. */
export interface SearchParams<Search> {
  search: Search
  /** Changes parameters by replacing the history entry, so that the back button leaves the page. */
  replace: (part: Partial<Search>) => void
  /** Changes parameters by adding a history entry, because something opens over the page: the back button closes it. */
  push: (part: Partial<Search>) => void
}

/** Reads and changes the search parameters of a page; usage: `useSearchParams(route.useSearch())`. */
export function useSearchParams<Search extends object>(search: Search): SearchParams<Search> {
  const navigate = useNavigate()
  const go = (part: Partial<Search>, replace: boolean) =>
    // The caller knows the type of its own parameters, but the router only knows the parameters of all pages together.
    void navigate({ to: '.', search: ((before: Search) => ({ ...before, ...part })) as never, replace, resetScroll: false })
  return { search, replace: (part) => go(part, true), push: (part) => go(part, false) }
}
