import { createRouter } from '@tanstack/react-router'
import { administrationRoute, administrationRoutes } from '#routes/administration.tsx'
import { NavigationFailed } from '#routes/navigation-failed.tsx'
import {
  accountReviewRoute,
  activateRoute,
  cariRoute,
  changePasswordRoute,
  chatRoute,
  feedsRoute,
  forgotRoute,
  historiRoute,
  homeRoute,
  loginRoute,
  notificationsRoute,
  productRoute,
  profileRoute,
  purchasesRoute,
  recoveryCodesRoute,
  registerRoute,
  resetRoute,
  rootRoute,
  salesRoute,
  sellerRegistrationRoute,
  signedInRoute,
  signInLinkRoute,
  startRoute,
  supplierRoute,
  suppliersRoute,
  termsRoute,
  ticketRoute,
  topupFailedRoute,
  topupPaidRoute,
  topupRoute,
  unknownRoute,
} from '#routes/routes.tsx'

/** A new route must be added to this list by hand. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    loginRoute,
    registerRoute,
    forgotRoute,
    resetRoute,
    activateRoute,
    signInLinkRoute,
    recoveryCodesRoute,
    signedInRoute.addChildren([
      startRoute,
      homeRoute,
      unknownRoute,
      productRoute,
      cariRoute,
      purchasesRoute,
      salesRoute,
      sellerRegistrationRoute,
      historiRoute,
      termsRoute,
      profileRoute,
      accountReviewRoute,
      changePasswordRoute,
      suppliersRoute,
      supplierRoute,
      chatRoute,
      feedsRoute,
      notificationsRoute,
      topupRoute,
      ticketRoute,
      topupPaidRoute,
      topupFailedRoute,
      administrationRoute.addChildren(administrationRoutes),
    ]),
  ]),
  defaultErrorComponent: NavigationFailed,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Parameters are plain text in the URL (`?search=0812`) instead of JSON, so that a number keeps its leading zero.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams()
    for (const [name, value] of Object.entries(search)) if (value !== undefined && value !== '') text.set(name, String(value))
    return text.size > 0 ? `?${text}` : ''
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
