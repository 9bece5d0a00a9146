import type { healthCalls } from '@lapak/contract/backoffice/health'
import type { userCalls } from '@lapak/contract/backoffice/users'
import type { catalogueAdminCalls } from '@lapak/contract/catalogue/catalogue.admin'
import type { feedCalls } from '@lapak/contract/community/feeds'
import type { bankStatementCalls } from '@lapak/contract/funds/bank-statements'
import type { reconciliationCalls } from '@lapak/contract/funds/reconciliation'
import type { ticketCalls } from '@lapak/contract/funds/tickets'
import type { treasuryCalls } from '@lapak/contract/funds/treasury'
import type { disputeCalls } from '@lapak/contract/ordering/disputes'
import type { purchaseCalls } from '@lapak/contract/ordering/purchases'
import type { sellerApplicationCalls } from '@lapak/contract/selling/seller-applications'
import type { auditCalls } from '@lapak/contract/system/audit'
import type { bannerCalls } from '@lapak/contract/system/banners'
import { createRoute } from '@tanstack/react-router'
import { lazyRouteComponent } from '#lib/lazy-route.ts'
import { choiceParam, dateParam, filtersOf, idParam, pagingParams, searchParamsOptions, tabParam, textParam } from '#lib/search-params.ts'
import { guardAdministration } from '#routes/guards.ts'
import { signedInRoute } from '#routes/routes.tsx'

/** The parent route of all pages for administrators. */
export const administrationRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'administration',
  beforeLoad: guardAdministration,
})

const notFoundPage = lazyRouteComponent(() => import('#routes/not-found-page.tsx'), 'NotFoundPage')

/** The search parameters of a list of tickets, with the id of the open ticket. */
const ticketParams = searchParamsOptions({ ...pagingParams(), tiket: idParam() }, filtersOf<typeof ticketCalls.cashin>())

/** The routes for administrators. They include URLs that the specification reserves; these are guarded even if their page is empty. */
export const administrationRoutes = [
  createRoute({
    getParentRoute: () => administrationRoute,
    path: '/cashin',
    ...ticketParams,
    component: lazyRouteComponent(() => import('#routes/tickets-page.tsx'), 'TopUpTicketsPage'),
  }),
  createRoute({
    getParentRoute: () => administrationRoute,
    path: '/cashout',
    ...ticketParams,
    component: lazyRouteComponent(() => import('#routes/tickets-page.tsx'), 'CashOutTicketsPage'),
  }),
  createRoute({
    getParentRoute: () => administrationRoute,
    path: '/persetujuan',
    ...searchParamsOptions({ ...pagingParams(), tab: tabParam('menunggu', 'diputuskan') }),
    component: lazyRouteComponent(() => import('#routes/approvals-page.tsx'), 'ApprovalsPage'),
  }),
  createRoute({
    getParentRoute: () => administrationRoute,
    path: '/account',
    ...searchParamsOptions(pagingParams(), filtersOf<typeof treasuryCalls.histories>()),
    component: lazyRouteComponent(() => import('#routes/treasury-page.tsx'), 'TreasuryPage'),
  }),
  createRoute({
    getParentRoute: () => administrationRoute,
    path: '/mutasibank',
    ...searchParamsOptions(
      { ...pagingParams(), tab: tabParam('mutasi', 'menunggu') },
      filtersOf<typeof bankStatementCalls.list, typeof bankStatementCalls.waiting>(),
    ),
    component: lazyRouteComponent(() => import('#routes/bank-statements-page.tsx'), 'BankStatementsPage'),
  }),
  createRoute({
    getParentRoute: () => administrationRoute,
    path: '/rekonsiliasi',
    ...searchParamsOptions(
      { ...pagingParams(), tab: tabParam('bank', 'suplier', 'penyedia', 'selisih') },
      filtersOf<
        typeof reconciliationCalls.banks,
        typeof reconciliationCalls.sellers,
        typeof reconciliationCalls.provider,
        typeof reconciliationCalls.differences
      >(),
    ),
    component: lazyRouteComponent(() => import('#routes/reconciliation-page.tsx'), 'ReconciliationPage'),
  }),
  createRoute({
    getParentRoute: () => administrationRoute,
    path: '/usermanagement',
    // `member` is the id of the member whose dialog is open, `bagian` the open part of the dialog.
    ...searchParamsOptions(
      { ...pagingParams(), tab: tabParam('semua', 'pengajuan'), member: idParam(), bagian: textParam(20) },
      filtersOf<typeof userCalls.list, typeof sellerApplicationCalls.list>(),
    ),
    component: lazyRouteComponent(() => import('#routes/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => administrationRoute,
    path: '/admin/products',
    ...searchParamsOptions(
      { ...pagingParams(0), tab: tabParam('product', 'brand', 'category', 'brandgroup') },
      filtersOf<
        typeof catalogueAdminCalls.products,
        typeof catalogueAdminCalls.brands,
        typeof catalogueAdminCalls.categories,
        typeof catalogueAdminCalls.brandGroups
      >(),
    ),
    component: lazyRouteComponent(() => import('#routes/products-page.tsx'), 'ProductsPage'),
  }),
  createRoute({
    getParentRoute: () => administrationRoute,
    path: '/admin/sliders',
    ...searchParamsOptions(pagingParams(), filtersOf<typeof bannerCalls.list>()),
    component: lazyRouteComponent(() => import('#routes/banners-page.tsx'), 'BannersPage'),
  }),
  createRoute({
    getParentRoute: () => administrationRoute,
    path: '/trxadm',
    ...searchParamsOptions(
      { ...pagingParams(), tab: tabParam('transaksi', 'peringatan', 'sengketa'), trx: idParam(), sengketa: idParam() },
      filtersOf<typeof purchaseCalls.adminList, typeof purchaseCalls.alerts, typeof disputeCalls.adminList>(),
    ),
    component: lazyRouteComponent(() => import('#routes/all-purchases-page.tsx'), 'AllPurchasesPage'),
  }),
  createRoute({
    getParentRoute: () => administrationRoute,
    path: '/admin/layanan',
    ...searchParamsOptions({ grup: idParam() }),
    component: lazyRouteComponent(() => import('#routes/customer-service-page.tsx'), 'CustomerServicePage'),
  }),
  createRoute({
    getParentRoute: () => administrationRoute,
    path: '/admin/kiriman',
    ...searchParamsOptions({ ...pagingParams(), kiriman: idParam() }, filtersOf<typeof feedCalls.adminList>()),
    component: lazyRouteComponent(() => import('#routes/moderation-page.tsx'), 'ModerationPage'),
  }),
  createRoute({
    getParentRoute: () => administrationRoute,
    path: '/admdashboard',
    ...searchParamsOptions({ awal: dateParam(), akhir: dateParam(), urut: choiceParam(['omzet', 'transaksi', 'gagal'], 'omzet') }),
    component: lazyRouteComponent(() => import('#routes/dashboard-page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => administrationRoute,
    path: '/admin/audit',
    ...searchParamsOptions(pagingParams(), filtersOf<typeof auditCalls.list>()),
    component: lazyRouteComponent(() => import('#routes/audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => administrationRoute,
    path: '/admin/pengaturan',
    // `search` is the search in the settings; `aturan` and `metode` identify the setting or the payment method that is open.
    ...searchParamsOptions({
      tab: tabParam('aturan', 'metode', 'penghubung', 'pemeliharaan'),
      search: textParam(100),
      aturan: textParam(100),
      metode: idParam(),
    }),
    component: lazyRouteComponent(() => import('#routes/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => administrationRoute,
    path: '/admin/kesehatan',
    ...searchParamsOptions({ ...pagingParams(), tab: tabParam('keadaan', 'peringatan') }, filtersOf<typeof healthCalls.alerts>()),
    component: lazyRouteComponent(() => import('#routes/health-page.tsx'), 'HealthPage'),
  }),
  createRoute({ getParentRoute: () => administrationRoute, path: '/admin/$', component: notFoundPage }),
]
