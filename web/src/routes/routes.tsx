import type { priceChangeCalls } from '@lapak/contract/catalogue/price-changes'
import type { specialPriceCalls } from '@lapak/contract/catalogue/special-prices'
import type { walletCalls } from '@lapak/contract/funds/wallet'
import type { buyingListCalls } from '@lapak/contract/ordering/buying-list'
import type { purchaseCalls } from '@lapak/contract/ordering/purchases'
import type { callbackCalls } from '@lapak/contract/partners/callbacks'
import type { earningCalls } from '@lapak/contract/selling/earnings'
import type { offerCalls } from '@lapak/contract/selling/offers'
import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { newRecoveryCodes } from '#features/members/two-factor/new-recovery-codes.ts'
import { defaultSort, sellerSorts } from '#features/selling/sellers/seller-sorts.ts'
import { lazyRouteComponent } from '#lib/lazy-route.ts'
import { choiceParam, filtersOf, idParam, memberParam, pagingParams, searchParamsOptions, tabParam, textParam } from '#lib/search-params.ts'
import { guardSelling, guardSignIn, guardVisit } from '#routes/guards.ts'
import { RootFrame } from '#routes/root-frame.tsx'

export const rootRoute = createRootRoute({ beforeLoad: guardVisit, component: RootFrame })

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: guardSignIn,
  component: lazyRouteComponent(() => import('#routes/login-page.tsx'), 'LoginPage'),
})

export const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  component: lazyRouteComponent(() => import('#routes/register-page.tsx'), 'RegisterPage'),
})

/** Makes the first administrator of a new installation. */
export const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  component: lazyRouteComponent(() => import('#routes/setup-page.tsx'), 'SetupPage'),
})

export const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot',
  component: lazyRouteComponent(() => import('#routes/forgot-password-page.tsx'), 'ForgotPasswordPage'),
})

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/resetpass/$token',
  component: lazyRouteComponent(() => import('#routes/reset-password-page.tsx'), 'ResetPasswordPage'),
})

export const activateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activate/$token',
  ...searchParamsOptions({
    /** Set in the link of an invited administrator, who has not chosen a password yet. */
    undangan: choiceParam(['1']),
  }),
  component: lazyRouteComponent(() => import('#routes/activate-page.tsx'), 'ActivatePage'),
})

export const signInLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signin/$token',
  component: lazyRouteComponent(() => import('#routes/signin-link-page.tsx'), 'SignInLinkPage'),
})

/** The page that shows the recovery codes after two-factor authentication was switched on; it cannot be opened otherwise. */
export const recoveryCodesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/kodepemulihan',
  beforeLoad: () => {
    if (!newRecoveryCodes()) throw redirect({ to: '/login', replace: true })
  },
  component: lazyRouteComponent(() => import('#routes/recovery-codes-page.tsx'), 'RecoveryCodesPage'),
})

/** The parent route of all pages behind the sign-in. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  ...searchParamsOptions({
    /** Set while the purchase dialog is open over the page. */
    beli: choiceParam(['1']),
  }),
  component: lazyRouteComponent(() => import('#routes/signed-in-frame.tsx'), 'SignedInFrame'),
})

/** The home page has two paths, `/` and `/home`. */
const homePage = lazyRouteComponent(() => import('#routes/home-page.tsx'), 'HomePage')
export const startRoute = createRoute({ getParentRoute: () => signedInRoute, path: '/', component: homePage })
export const homeRoute = createRoute({ getParentRoute: () => signedInRoute, path: '/home', component: homePage })

/** The id of the offer that is being bought. */
const offerParam = idParam()

export const purchasesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/trxpembelian',
  ...searchParamsOptions(
    {
      tab: tabParam('pembelian', 'produk', 'sengketa'),
      /** The view of the tab with the buying list. */
      lihat: choiceParam(['daftar', 'perubahan'], 'daftar'),
      ...pagingParams(),
      /** The id of the open purchase. */
      trx: idParam(),
      /** The id of the open dispute. */
      sengketa: idParam(),
      /** The code of the product whose route is open. */
      rute: textParam(30),
      penawaran: offerParam,
    },
    filtersOf<typeof purchaseCalls.list, typeof buyingListCalls.list, typeof priceChangeCalls.list>(),
  ),
  component: lazyRouteComponent(() => import('#routes/purchases-page.tsx'), 'PurchasesPage'),
})

/** The page of the seller's shop. */
export const salesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/penjualan',
  beforeLoad: guardSelling,
  ...searchParamsOptions(
    {
      tab: tabParam('penjualan', 'produk', 'hargakhusus', 'setting', 'pendapatan', 'sengketa'),
      ...pagingParams(),
      /** The id of the open sale. */
      trx: idParam(),
      /** The id of the open offer of the shop. */
      produk: idParam(),
      /** The id of the open dispute. */
      sengketa: idParam(),
    },
    filtersOf<typeof purchaseCalls.sellerList, typeof offerCalls.list, typeof specialPriceCalls.list, typeof earningCalls.list>(),
  ),
  component: lazyRouteComponent(() => import('#routes/sales-page.tsx'), 'SalesPage'),
})

export const becomeSellerRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/regseller',
  component: lazyRouteComponent(() => import('#routes/become-seller-page.tsx'), 'BecomeSellerPage'),
})

/** The page of the tickets and the statement of the balance. */
export const historyRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/histori',
  ...searchParamsOptions(
    { tab: tabParam('pembayaran', 'mutasi'), ...pagingParams() },
    filtersOf<typeof walletCalls.histories, typeof walletCalls.mutasi>(),
  ),
  component: lazyRouteComponent(() => import('#routes/history-page.tsx'), 'HistoryPage'),
})

export const termsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/syaratketentuan',
  component: lazyRouteComponent(() => import('#routes/terms-page.tsx'), 'TermsPage'),
})

export const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/profile',
  ...searchParamsOptions(
    {
      tab: tabParam('profile', 'api', 'jabber', 'bank', 'keamanan'),
      // Page, size and sort of the log of callbacks.
      ...pagingParams(),
      /** The id of the open callback. */
      callback: idParam(),
    },
    filtersOf<typeof callbackCalls.list>(),
  ),
  component: lazyRouteComponent(() => import('#routes/profile-page.tsx'), 'ProfilePage'),
})

export const changePasswordRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/gantipassword',
  component: lazyRouteComponent(() => import('#routes/change-password-page.tsx'), 'ChangePasswordPage'),
})

export const accountReviewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/periksaakun',
  component: lazyRouteComponent(() => import('#routes/account-review-page.tsx'), 'AccountReviewPage'),
})

export const productRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/product',
  ...searchParamsOptions({ brandid: idParam(), productid: idParam(), penawaran: offerParam }),
  component: lazyRouteComponent(() => import('#routes/product-page.tsx'), 'ProductPage'),
})

export const searchRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/cari',
  ...searchParamsOptions({ cari: textParam(100), tab: choiceParam(['product', 'seller']), penawaran: offerParam }),
  component: lazyRouteComponent(() => import('#routes/search-page.tsx'), 'SearchPage'),
})

export const suppliersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/supplier',
  ...searchParamsOptions({ tab: tabParam('semua', 'saya'), sort: choiceParam(sellerSorts, defaultSort) }),
  component: lazyRouteComponent(() => import('#routes/suppliers-page.tsx'), 'SuppliersPage'),
})

export const supplierRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/supplier/$id',
  ...searchParamsOptions({
    tab: tabParam('produk', 'ulasan'),
    /** The search and the category filter of the products. */
    cari: textParam(100),
    kategori: textParam(100),
    /** Set while the review form is open. */
    tulis: choiceParam(['1']),
    penawaran: offerParam,
  }),
  component: lazyRouteComponent(() => import('#routes/supplier-page.tsx'), 'SupplierPage'),
})

export const chatRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/chat',
  ...searchParamsOptions({
    /** `grup` is the id of the open conversation; `dengan` and `trx` are the member or the purchase for which a conversation is opened. */
    grup: idParam(),
    dengan: memberParam(),
    trx: idParam(),
    /** Set while the dialog for a new message is open. */
    baru: choiceParam(['1']),
  }),
  component: lazyRouteComponent(() => import('#routes/chat-page.tsx'), 'ChatPage'),
})

export const feedsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/feeds',
  component: lazyRouteComponent(() => import('#routes/feeds-page.tsx'), 'FeedsPage'),
})

export const notificationsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/notifikasi',
  ...searchParamsOptions({ tab: tabParam('semua', 'pengaturan') }),
  component: lazyRouteComponent(() => import('#routes/notifications-page.tsx'), 'NotificationsPage'),
})

export const topUpRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/tambahsaldo',
  ...searchParamsOptions({
    /** The amount in whole rupiah and the id of the payment method, from the top-up dialog. */
    jumlah: idParam(),
    methode: idParam(),
  }),
  component: lazyRouteComponent(() => import('#routes/top-up-page.tsx'), 'TopUpPage'),
})

export const topUpTicketRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/confmdeposit/$invoice',
  component: lazyRouteComponent(() => import('#routes/top-up-ticket-page.tsx'), 'TopUpTicketPage'),
})

export const topUpPaidRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/paymenttopup/success',
  component: lazyRouteComponent(() => import('#routes/payment-result-page.tsx'), 'TopUpPaidPage'),
})

export const topUpFailedRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/paymenttopup/failure',
  component: lazyRouteComponent(() => import('#routes/payment-result-page.tsx'), 'TopUpFailedPage'),
})

/** The route for every unknown path. */
export const unknownRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '$',
  component: lazyRouteComponent(() => import('#routes/not-found-page.tsx'), 'NotFoundPage'),
})
