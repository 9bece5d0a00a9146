import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { guardAdministration } from '#routes/guards.ts'
import { signedInRoute } from '#routes/routes.tsx'

/** Every page of administrators is below this one. */
export const administrationRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'administration',
  beforeLoad: guardAdministration,
})

const notFoundPage = lazyRouteComponent(() => import('#routes/not-found-page.tsx'), 'NotFoundPage')

/** Addresses that the specification keeps for administrators, guarded also where there is nothing to see. */
export const administrationRoutes = [
  createRoute({ getParentRoute: () => administrationRoute, path: '/cashin', component: notFoundPage }),
  createRoute({ getParentRoute: () => administrationRoute, path: '/cashout', component: notFoundPage }),
  createRoute({ getParentRoute: () => administrationRoute, path: '/account', component: notFoundPage }),
  createRoute({ getParentRoute: () => administrationRoute, path: '/mutasibank', component: notFoundPage }),
  createRoute({ getParentRoute: () => administrationRoute, path: '/trxadm', component: notFoundPage }),
  createRoute({ getParentRoute: () => administrationRoute, path: '/usermanagement', component: notFoundPage }),
  createRoute({ getParentRoute: () => administrationRoute, path: '/admdashboard', component: notFoundPage }),
  createRoute({ getParentRoute: () => administrationRoute, path: '/admin/$', component: notFoundPage }),
]
