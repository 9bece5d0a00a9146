import type { SellerPage } from '@lapak/contract/selling/sellers'
import { Button, Skeleton, Tabs } from '@mantine/core'
import { IconBuildingStore, IconMessageCircle, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useUser } from '#features/auth/access/use-user.ts'
import { useAddSeller, useAddToList } from '#features/ordering/buying-list/use-add-to-list.ts'
import { ProductList } from '#features/selling/sellers/product-list.tsx'
import { SellerHead } from '#features/selling/sellers/seller-head.tsx'
import { sellerPageQuery, suppliersKey } from '#features/selling/sellers/sellers.api.ts'
import { ApiError } from '#lib/api-error.ts'
import { useSearchParams } from '#lib/use-search-params.ts'
import { useOfferPurchase } from '#routes/use-offer-purchase.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import tabs from '#ui/page-tabs.module.css'
import { EmptyState, ErrorState } from '#ui/states.tsx'

// Loaded when the tab is opened.
const Reviews = lazy(() => import('#features/selling/reviews/reviews.tsx').then((module) => ({ default: module.Reviews })))

const route = getRouteApi('/signed-in/supplier/$id')

/** The page of one seller: profile, products and reviews. */
export function SupplierPage() {
  const { id } = route.useParams()
  const possible = /^\d{1,15}$/.test(id)
  const { data, error, refetch } = useQuery({ ...sellerPageQuery(id), enabled: possible })
  if (!possible || (error instanceof ApiError && error.status === 404)) return <UnknownSupplier />
  if (data) return <Supplier seller={data} />
  return (
    <PageFrame title="Suplier">
      {error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <TextSkeleton />}
    </PageFrame>
  )
}

function Supplier({ seller }: { seller: SellerPage }) {
  const searchParams = useSearchParams(route.useSearch())
  const { tab, cari, kategori, tulis } = searchParams.search
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const { add, adding } = useAddToList()
  const { addAll, addingAll } = useAddSeller({ sellerid: seller.sellerid, sellername: seller.membername })
  const { buy, dialog } = useOfferPurchase()
  const { sellerid, membername: sellername } = seller
  const own = useUser()?.member.memberid === sellerid
  const missing = seller.productlist
    .flatMap(({ brands }) => brands.flatMap(({ products }) => products))
    .filter(({ sudahada }) => !sudahada).length
  const refresh = () =>
    [suppliersKey, sellerPageQuery(sellerid.toString()).queryKey].map((queryKey) => queries.invalidateQueries({ queryKey }))

  return (
    <PageFrame title={sellername} action={own ? undefined : <ChatButton sellerid={sellerid} />}>
      <SellerHead seller={seller} />
      <Tabs
        value={tab}
        onChange={(value) => void navigate({ search: value === 'ulasan' ? { tab: 'ulasan' } : {}, resetScroll: false })}
        keepMounted={false}
        classNames={{ tab: tabs.tab, panel: tabs.panel }}
      >
        <Tabs.List>
          <Tabs.Tab value="produk">Produk</Tabs.Tab>
          <Tabs.Tab value="ulasan">Ulasan</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="produk">
          <ProductList
            groups={seller.productlist}
            narrowing={{ cari, kategori }}
            onNarrow={searchParams.replace}
            addAll={
              !own &&
              missing > 0 && (
                <Button
                  variant="light"
                  size="sm"
                  leftSection={<IconPlus size={16} aria-hidden />}
                  loading={addingAll}
                  onClick={() => addAll(missing)}
                >
                  Tambah semua dari suplier ini
                </Button>
              )
            }
            actionsOf={
              own
                ? undefined
                : (brandname) => ({
                    add: ({ id, productname }) => add({ id, productname, sellerid, sellername }),
                    adding,
                    buy: (product) => buy({ ...product, brandname, sellername }),
                  })
            }
          />
        </Tabs.Panel>
        <Tabs.Panel value="ulasan">
          <Suspense>
            <Reviews
              seller={seller}
              writing={tulis === '1'}
              onWriting={(writing) =>
                void navigate({ search: { tab: 'ulasan', tulis: writing ? '1' : undefined }, replace: !writing, resetScroll: false })
              }
              onWritten={refresh}
            />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      {dialog}
    </PageFrame>
  )
}

const ChatButton = ({ sellerid }: { sellerid: bigint }) => (
  <Button
    variant="default"
    leftSection={<IconMessageCircle size={20} aria-hidden />}
    renderRoot={(props) => <Link to="/chat" search={{ dengan: sellerid.toString() }} {...props} />}
  >
    Chat
  </Button>
)

function UnknownSupplier() {
  return (
    <PageFrame title="Suplier tidak ditemukan">
      <EmptyState
        icon={IconBuildingStore}
        title="Suplier ini tidak ada"
        hint="Mungkin alamatnya salah, atau suplier ini sudah tidak berjualan."
        action={<Button renderRoot={(props) => <Link to="/supplier" {...props} />}>Lihat semua suplier</Button>}
      />
    </PageFrame>
  )
}

function TextSkeleton() {
  return (
    <>
      <Skeleton height={148} radius={12} />
      <Skeleton height={44} width={220} />
      <Skeleton height={36} width={280} />
      {[1, 2, 3, 4, 5, 6].map((bone) => (
        <Skeleton key={bone} height={52} radius={8} />
      ))}
    </>
  )
}
