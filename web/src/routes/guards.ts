import type { RoleName } from '@lapak/contract/auth/access'
import type { RefusalMsg } from '@lapak/contract/shared/refusals'
import { redirect } from '@tanstack/react-router'
import { currentSession, hasLoginMessage, storeLoginMessage, storeRequestedPath } from '#lib/session.ts'

/** Paths that can be opened without a session. All other paths redirect to the sign-in page, including unknown paths. */
const publicPath = /^\/(login|register|forgot|setup|kodepemulihan|(activate|resetpass|signin)\/[^/]+)$/

interface Visit {
  location: { pathname: string; href: string }
  preload: boolean
}

/** Runs before every page is opened. */
export function guardVisit({ location }: Visit) {
  if (currentSession() || publicPath.test(location.pathname)) return
  storeRequestedPath(location.href)
  throw redirect({ to: '/login', replace: true })
}

/**
 * Runs before every page for administrators. It belongs to their parent route, so a new page is guarded automatically. The server refuses the calls
 * of other members anyway; this guard shows the error before anything is loaded.
 */
export function guardAdministration({ preload }: Visit) {
  if (hasRole('ROLE_ADMIN')) return
  if (!preload) storeLoginMessage('Anda tidak punya akses' satisfies RefusalMsg<'access.denied'>)
  throw redirect({ to: '/login', replace: true })
}

/** Redirects members that are not sellers to the registration as a seller (B-ROLE-17). */
export function guardSelling() {
  if (!hasRole('ROLE_SELLER')) throw redirect({ to: '/regseller', replace: true })
}

const hasRole = (role: RoleName) => currentSession()?.user.roles.some(({ name }) => name === role)

/** Redirects signed-in members from the sign-in page to the home page, unless the sign-in page has a message to show. */
export function guardSignIn() {
  if (currentSession() && !hasLoginMessage()) throw redirect({ to: '/home', replace: true })
}
