import type { RoleName } from '@lapak/contract/auth/access'
import type { RefusalMsg } from '@lapak/contract/shared/refusals'
import { redirect } from '@tanstack/react-router'
import { currentSession, hasLoginMessage, leaveLoginMessage, rememberWanted } from '#lib/session.ts'

/** What opens without a session; everything else leads to the sign-in, also addresses that do not exist. */
const publicPath = /^\/(login|register|forgot|kodepemulihan|(activate|resetpass|signin)\/[^/]+)$/

interface Visit {
  location: { pathname: string; href: string }
  preload: boolean
}

/** Before every page. */
export function guardVisit({ location }: Visit) {
  if (currentSession() || publicPath.test(location.pathname)) return
  rememberWanted(location.href)
  throw redirect({ to: '/login', replace: true })
}

/**
 * Before every page of administrators: their parent route asks once, so a new page below it is guarded without a word. The
 * calls are refused to others as well; this only says so before anything is loaded.
 */
export function guardAdministration({ preload }: Visit) {
  if (hasRole('ROLE_ADMIN')) return
  if (!preload) leaveLoginMessage('Anda tidak punya akses' satisfies RefusalMsg<'access.denied'>)
  throw redirect({ to: '/login', replace: true })
}

/** Who does not sell yet is led to becoming a seller (B-ROLE-17). */
export function guardSelling() {
  if (!hasRole('ROLE_SELLER')) throw redirect({ to: '/regseller', replace: true })
}

const hasRole = (role: RoleName) => currentSession()?.user.roles.some(({ name }) => name === role)

/** Whoever is signed in has nothing to do at the sign-in, unless there is something to be told. */
export function guardSignIn() {
  if (currentSession() && !hasLoginMessage()) throw redirect({ to: '/home', replace: true })
}
