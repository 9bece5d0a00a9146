import { dotted } from '@lapak/contract/shared/money'
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { BrandAdminList } from '#features/catalogue/catalogue/brand-admin-list.tsx'
import { BrandGroupAdminList } from '#features/catalogue/catalogue/brand-group-admin-list.tsx'
import { catalogueCountsQuery } from '#features/catalogue/catalogue/catalogue.admin.api.ts'
import { CategoryAdminList } from '#features/catalogue/catalogue/category-admin-list.tsx'
import { ProductAdminList } from '#features/catalogue/catalogue/product-admin-list.tsx'
import { useSearchParams } from '#lib/use-search-params.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import tabs from '#ui/page-tabs.module.css'
import { Tag } from '#ui/tag.tsx'
import { useShownTab } from '#ui/use-shown-tab.ts'

const route = getRouteApi('/signed-in/administration/admin/products')

const titles = { product: 'Product', brand: 'Brand', category: 'Category', brandgroup: 'BrandGroup' } as const
type Tab = keyof typeof titles
const names = Object.keys(titles) as Tab[]

/** The default page size of a tab. There are few categories, so they are shown on one page (A-CONST-03). */
const rowsShown = (tab: Tab) => (tab === 'category' ? 100 : 10)

/** The page of the catalogue: products, brands, categories and brand groups. */
export function ProductsPage() {
  const searchParams = useSearchParams(route.useSearch())
  const navigate = route.useNavigate()
  const counts = useQuery(catalogueCountsQuery).data
  const { tab } = searchParams.search
  const shownTab = useShownTab(tab)
  const at = { ...searchParams, search: { ...searchParams.search, size: searchParams.search.size || rowsShown(tab) } }

  // Changing the tab clears the other parameters, because the tabs have different filters and sorts.
  const chooseTab = (chosen: string | null) => void navigate({ search: { tab: names.find((name) => name === chosen) } })

  return (
    <PageFrame title="Produk & brand" wide>
      <Tabs value={tab} onChange={chooseTab} keepMounted={false} classNames={{ tab: tabs.tab, panel: tabs.panel }}>
        <Tabs.List ref={shownTab} className={tabs.running}>
          {names.map((name) => (
            <Tabs.Tab key={name} value={name} rightSection={counts && <Tag>{dotted(counts[name])}</Tag>}>
              {titles[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="product">
          <ProductAdminList searchParams={at} />
        </Tabs.Panel>
        <Tabs.Panel value="brand">
          <BrandAdminList searchParams={at} />
        </Tabs.Panel>
        <Tabs.Panel value="category">
          <CategoryAdminList searchParams={at} />
        </Tabs.Panel>
        <Tabs.Panel value="brandgroup">
          <BrandGroupAdminList searchParams={at} />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}
