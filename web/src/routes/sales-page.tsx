import { typesWithPriceList } from '@lapak/contract/catalogue/seller-api'
import { dotted } from '@lapak/contract/shared/money'
import { Group, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useUser } from '#features/auth/access/use-user.ts'
import { sellerApiQuery } from '#features/catalogue/seller-api/seller-api.api.ts'
import { SellerSettingsTab } from '#features/catalogue/seller-api/seller-settings-tab.tsx'
import { ProductPauses } from '#features/catalogue/shop/product-pauses.tsx'
import { ShopHours } from '#features/catalogue/shop/shop-hours.tsx'
import { ShopSwitch } from '#features/catalogue/shop/shop-switch.tsx'
import { SpecialPriceList } from '#features/catalogue/special-prices/special-price-list.tsx'
import { DisputeDrawer } from '#features/ordering/disputes/dispute-drawer.tsx'
import { DisputeList } from '#features/ordering/disputes/dispute-list.tsx'
import { useWaitingDisputes } from '#features/ordering/disputes/disputes.api.ts'
import { SaleList } from '#features/ordering/purchases/sales/sale-list.tsx'
import { SaleSums } from '#features/ordering/purchases/sales/sale-sums.tsx'
import { EarningList } from '#features/selling/earnings/earning-list.tsx'
import { OfferList } from '#features/selling/offers/offer-list.tsx'
import { useRefreshOffers } from '#features/selling/offers/offers.api.ts'
import { SelfTest } from '#features/selling/seller-self-test/self-test.tsx'
import { useSearchParams } from '#lib/use-search-params.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import tabs from '#ui/page-tabs.module.css'
import link from '#ui/text-link.module.css'
import { useShownTab } from '#ui/use-shown-tab.ts'

// Loaded after the page, because the drawer opens only on demand.
const SaleDrawer = lazy(() =>
  import('#features/ordering/purchases/sales/sale-drawer.tsx').then((module) => ({ default: module.SaleDrawer })),
)

const salesTabs = ['penjualan', 'produk', 'hargakhusus', 'setting', 'pendapatan', 'sengketa'] as const
const route = getRouteApi('/signed-in/penjualan')

/** The page of the seller's shop: sales, earnings, the connection to the seller's server, and the switch of the shop. */
export function SalesPage() {
  const searchParams = useSearchParams(route.useSearch())
  const navigate = route.useNavigate()
  const { tab, trx, produk, sengketa } = searchParams.search
  const disputes = useWaitingDisputes('seller')
  const shownTab = useShownTab(tab)
  const { data: server } = useQuery(sellerApiQuery)
  const hasPriceList = server === undefined || typesWithPriceList.includes(server.jenisapi)

  // Changing the tab clears the other parameters, because the tabs have different filters and sorts.
  const chooseTab = (chosen: string | null) => void navigate({ search: { tab: salesTabs.find((name) => name === chosen) } })

  return (
    <PageFrame title="Penjualan" wide action={<ShopHead />}>
      <SaleSums listed={tab === 'penjualan' ? searchParams : undefined} />
      <Tabs value={tab} onChange={chooseTab} keepMounted={false} classNames={{ tab: tabs.tab, panel: tabs.panel }}>
        <Tabs.List ref={shownTab} className={tabs.running}>
          <Tabs.Tab value="penjualan">Penjualan</Tabs.Tab>
          <Tabs.Tab value="produk">Produk</Tabs.Tab>
          <Tabs.Tab value="hargakhusus">HargaKhusus</Tabs.Tab>
          <Tabs.Tab value="setting">Setting</Tabs.Tab>
          <Tabs.Tab value="pendapatan">Pendapatan</Tabs.Tab>
          <Tabs.Tab value="sengketa">Sengketa{disputes > 0 ? ` (${dotted(disputes)})` : ''}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="penjualan">
          <SaleList searchParams={searchParams} onOpen={(row) => searchParams.push({ trx: row.id.toString() })} />
        </Tabs.Panel>
        <Tabs.Panel value="produk">
          <OfferList
            searchParams={searchParams}
            opened={produk}
            onOpen={(id) => (id ? searchParams.push({ produk: id }) : searchParams.replace({ produk: undefined }))}
            hasPriceList={hasPriceList}
          />
        </Tabs.Panel>
        <Tabs.Panel value="hargakhusus">
          <SpecialPriceList searchParams={searchParams} />
        </Tabs.Panel>
        <Tabs.Panel value="setting">
          <SellerSettingsTab selfTest={(ready) => <SelfTest ready={ready} />} />
          <ShopHours />
          <ProductPauses />
        </Tabs.Panel>
        <Tabs.Panel value="pendapatan">
          <EarningList searchParams={searchParams} />
        </Tabs.Panel>
        <Tabs.Panel value="sengketa">
          <DisputeList side="seller" searchParams={searchParams} onOpen={({ id }) => searchParams.push({ sengketa: id.toString() })} />
        </Tabs.Panel>
      </Tabs>
      <DisputeDrawer id={sengketa} side="seller" onClose={() => searchParams.replace({ sengketa: undefined })} />
      <Suspense>
        <SaleDrawer id={trx} onClose={() => searchParams.replace({ trx: undefined })} />
      </Suspense>
    </PageFrame>
  )
}

/** The switch that opens or closes the shop, and a link to the shop as buyers see it. */
function ShopHead() {
  const user = useUser()
  const readOffersAgain = useRefreshOffers()
  return (
    <Group gap="md">
      {user && (
        <>
          <Link to="/supplier/$id" params={{ id: user.member.memberid.toString() }} className={link.link}>
            Lihat toko
          </Link>
          <Link to="/supplier/$id" params={{ id: user.member.memberid.toString() }} search={{ tab: 'ulasan' }} className={link.link}>
            Ulasan
          </Link>
        </>
      )}
      <ShopSwitch onSwitched={() => void readOffersAgain()} />
    </Group>
  )
}
