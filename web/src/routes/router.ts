import { createRouter } from '@tanstack/react-router'
import { administrationRoute, administrationRoutes } from '#routes/administration.tsx'
import { NavigationFailed } from '#routes/navigation-failed.tsx'
import {
  accountReviewRoute,
  activateRoute,
  becomeSellerRoute,
  changePasswordRoute,
  chatRoute,
  feedsRoute,
  forgotPasswordRoute,
  historyRoute,
  homeRoute,
  loginRoute,
  notificationsRoute,
  productRoute,
  profileRoute,
  purchasesRoute,
  recoveryCodesRoute,
  registerRoute,
  resetPasswordRoute,
  rootRoute,
  salesRoute,
  searchRoute,
  setupRoute,
  signedInRoute,
  signInLinkRoute,
  startRoute,
  supplierRoute,
  suppliersRoute,
  termsRoute,
  topUpFailedRoute,
  topUpPaidRoute,
  topUpRoute,
  topUpTicketRoute,
  unknownRoute,
} from '#routes/routes.tsx'

/** A new route must be added to this list by hand. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    loginRoute,
    registerRoute,
    forgotPasswordRoute,
    resetPasswordRoute,
    activateRoute,
    signInLinkRoute,
    setupRoute,
    recoveryCodesRoute,
    signedInRoute.addChildren([
      startRoute,
      homeRoute,
      unknownRoute,
      productRoute,
      searchRoute,
      purchasesRoute,
      salesRoute,
      becomeSellerRoute,
      historyRoute,
      termsRoute,
      profileRoute,
      accountReviewRoute,
      changePasswordRoute,
      suppliersRoute,
      supplierRoute,
      chatRoute,
      feedsRoute,
      notificationsRoute,
      topUpRoute,
      topUpTicketRoute,
      topUpPaidRoute,
      topUpFailedRoute,
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
