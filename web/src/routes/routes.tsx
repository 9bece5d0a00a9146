import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { currentSession, rememberWanted } from '#lib/session.ts'
import { NotFoundPage } from '#routes/not-found-page.tsx'
import { RootFrame } from '#routes/root-frame.tsx'
import { purchasesSearch } from '#routes/trxpembelian-search.ts'

/** What opens without a session; everything else leads to the sign-in, also addresses that do not exist. */
const publicPath = /^\/(login|register|forgot|(activate|resetpass)\/[^/]+)$/

export const rootRoute = createRootRoute({
  beforeLoad: ({ location }) => {
    if (currentSession() || publicPath.test(location.pathname)) return
    rememberWanted(location.href)
    throw redirect({ to: '/login', replace: true })
  },
  component: RootFrame,
  notFoundComponent: NotFoundPage,
})

export const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/home', replace: true })
  },
})

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: () => {
    if (currentSession()) throw redirect({ to: '/home', replace: true })
  },
  component: lazyRouteComponent(() => import('#routes/login-page.tsx'), 'LoginPage'),
})

/** Everything behind the sign-in. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: lazyRouteComponent(() => import('#routes/signed-in-frame.tsx'), 'SignedInFrame'),
})

/** Until the lobby has content of its own, people land where their purchases are. */
export const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/home',
  beforeLoad: () => {
    throw redirect({ to: '/trxpembelian', replace: true })
  },
})

export const purchasesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/trxpembelian',
  validateSearch: purchasesSearch,
  component: lazyRouteComponent(() => import('#routes/trxpembelian-page.tsx'), 'PurchasesPage'),
})
