export const profileTabs = ['profile', 'api', 'jabber', 'bank', 'keamanan'] as const
export type ProfileTab = (typeof profileTabs)[number]

/** What the address of /profile says. Beside `tab` all of it is about the log of callbacks. */
export interface ProfileSearch {
  tab?: ProfileTab
  page?: number
  size?: number
  sort?: string
  search?: string
  state?: 'waiting' | 'delivered' | 'given_up'
  /** The callback whose details are open. */
  callback?: string
}

/** A wrong part counts as absent: an old link still opens the page. */
export function profileSearch(asked: Record<string, unknown>): ProfileSearch {
  const text = (name: keyof ProfileSearch, shape: RegExp) => (shape.test(String(asked[name] ?? '')) ? String(asked[name]) : undefined)
  const number = (name: keyof ProfileSearch, shape: RegExp) => {
    const found = text(name, shape)
    return found === undefined ? undefined : Number(found)
  }
  return {
    tab: profileTabs.find((tab) => tab === asked.tab),
    page: number('page', /^[1-9]\d{0,5}$/),
    size: number('size', /^-1$|^[1-9]\d{0,3}$/),
    sort: text('sort', /^id,(ASC|DESC)$/),
    search: text('search', /^.{1,100}$/),
    state: text('state', /^(waiting|delivered|given_up)$/) as ProfileSearch['state'],
    callback: text('callback', /^\d{1,15}$/),
  }
}
