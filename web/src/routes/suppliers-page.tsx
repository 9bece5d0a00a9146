import { Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { GoldSellers } from '#features/selling/sellers/gold-sellers.tsx'
import { MySellers, SellerList } from '#features/selling/sellers/seller-list.tsx'
import { useSearchParams } from '#lib/use-search-params.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import tabs from '#ui/page-tabs.module.css'

const route = getRouteApi('/signed-in/supplier')

/** The page of all sellers, and of the sellers in the buyer's own list. */
export function SuppliersPage() {
  const searchParams = useSearchParams(route.useSearch())
  const navigate = route.useNavigate()
  return (
    <PageFrame title="Standar Supplier" wide>
      <Tabs
        value={searchParams.search.tab}
        onChange={(value) => void navigate({ search: value === 'saya' ? { tab: 'saya' } : {} })}
        keepMounted={false}
        classNames={{ tab: tabs.tab, panel: tabs.panel }}
      >
        <Tabs.List>
          <Tabs.Tab value="semua">Semua suplier</Tabs.Tab>
          <Tabs.Tab value="saya">Suplier saya</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="semua">
          <GoldSellers />
          <SellerList sort={searchParams.search.sort} onSort={(sort) => searchParams.replace({ sort })} />
        </Tabs.Panel>
        <Tabs.Panel value="saya">
          <MySellers />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}
