import { redirect } from '@tanstack/react-router'
import { currentSession, hasNotice, leaveNotice, rememberWanted } from '#lib/session.ts'

/** What opens without a session; everything else leads to the sign-in, also addresses that do not exist. */
const publicPath = /^\/(login|register|forgot|kodepemulihan|(activate|resetpass)\/[^/]+)$/

/** The administrators' screens. Their calls are refused to others as well; this only says so before anything is loaded. */
const adminPath = /^\/(cashin|cashout|account|mutasibank|trxadm|usermanagement|admdashboard|admin)(\/|$)/i

interface Visit {
  location: { pathname: string; href: string }
  preload: boolean
}

/** Before every page. */
export function guardVisit({ location, preload }: Visit) {
  const session = currentSession()
  if (session) {
    if (!adminPath.test(location.pathname) || session.user.roles.some(({ name }) => name === 'ROLE_ADMIN')) return
    if (!preload) leaveNotice('Anda tidak punya akses')
  } else {
    if (publicPath.test(location.pathname)) return
    rememberWanted(location.href)
  }
  throw redirect({ to: '/login', replace: true })
}

/** Whoever is signed in has nothing to do at the sign-in, unless there is something to be told. */
export function guardSignIn() {
  if (currentSession() && !hasNotice()) throw redirect({ to: '/home', replace: true })
}
