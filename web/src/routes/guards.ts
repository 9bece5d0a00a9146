import type { RoleName } from '@lapak/contract/auth/access'
import type { RefusalMsg } from '@lapak/contract/shared/refusals'
import { redirect } from '@tanstack/react-router'
import { currentSession, hasLoginMessage, leaveLoginMessage, rememberWanted } from '#lib/session.ts'

/** Paths without a session; all others redirect to the sign-in, including unknown ones. */
const publicPath = /^\/(login|register|forgot|kodepemulihan|(activate|resetpass|signin)\/[^/]+)$/

interface Visit {
  location: { pathname: string; href: string }
  preload: boolean
}

/** Runs before every page. */
export function guardVisit({ location }: Visit) {
  if (currentSession() || publicPath.test(location.pathname)) return
  rememberWanted(location.href)
  throw redirect({ to: '/login', replace: true })
}

/**
 * Runs before every page for administrators, on their parent route, so that a new page is guarded automatically. The server refuses the calls of
 * other members anyway; this shows the error before anything is loaded.
 */
export function guardAdministration({ preload }: Visit) {
  if (hasRole('ROLE_ADMIN')) return
  if (!preload) leaveLoginMessage('Anda tidak punya akses' satisfies RefusalMsg<'access.denied'>)
  throw redirect({ to: '/login', replace: true })
}

/** Redirects members that are not sellers to the registration (B-ROLE-17). */
export function guardSelling() {
  if (!hasRole('ROLE_SELLER')) throw redirect({ to: '/regseller', replace: true })
}

const hasRole = (role: RoleName) => currentSession()?.user.roles.some(({ name }) => name === role)

/** Redirects signed-in members away from the sign-in, unless it has a message to show. */
export function guardSignIn() {
  if (currentSession() && !hasLoginMessage()) throw redirect({ to: '/home', replace: true })
}
