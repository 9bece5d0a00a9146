import { Button, Tabs } from '@mantine/core'
import { IconShoppingCartPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { BuyingList } from '#features/buying-list/buying-list.tsx'
import { PurchaseList } from '#features/purchases/purchase-list.tsx'
import { balanceQuery } from '#features/wallet/wallet.api.ts'
import classes from '#routes/trxpembelian-page.module.css'
import { PageFrame } from '#ui/page-frame.tsx'

// What opens over the page is loaded after it.
const BuyDialog = lazy(() => import('#features/purchases/buy-dialog.tsx').then((module) => ({ default: module.BuyDialog })))
const PurchaseDrawer = lazy(() => import('#features/purchases/purchase-drawer.tsx').then((module) => ({ default: module.PurchaseDrawer })))

const route = getRouteApi('/signed-in/trxpembelian')

/** The buyer's purchases and the list of products they are routed to. */
export function PurchasesPage() {
  const { tab = 'pembelian', trx, beli, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const balance = useQuery(balanceQuery)

  const change = (part: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true })
  // Opening adds to the history, so that a telephone's back button closes.
  const open = (part: { trx?: string; beli?: '1' }) => void navigate({ search: (before) => ({ ...before, ...part }), resetScroll: false })
  const chooseTab = (value: string | null) => void navigate({ search: value === 'produk' ? { tab: 'produk' } : {} })

  const buyButton = (
    <Button color="orange" leftSection={<IconShoppingCartPlus size={20} />} onClick={() => open({ beli: '1' })}>
      Beli
    </Button>
  )

  return (
    <PageFrame title="Transaksi" wide action={<div className={classes.buy}>{buyButton}</div>}>
      <Tabs value={tab} onChange={chooseTab} keepMounted={false} classNames={{ tab: classes.tab, panel: classes.panel }}>
        <Tabs.List>
          <Tabs.Tab value="pembelian">Pembelian</Tabs.Tab>
          <Tabs.Tab value="produk">Produk ke Suplier</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="pembelian">
          <PurchaseList search={search} onSearch={change} onOpen={(row) => open({ trx: row.id.toString() })} buyButton={buyButton} />
        </Tabs.Panel>
        <Tabs.Panel value="produk">
          <BuyingList search={search} onSearch={change} />
        </Tabs.Panel>
      </Tabs>
      <Suspense>
        <PurchaseDrawer id={trx} onClose={() => change({ trx: undefined })} />
        <BuyDialog
          opened={beli === '1'}
          onClose={() => change({ beli: undefined })}
          balance={balance.data?.balance}
          onOrdered={() => void queries.invalidateQueries({ queryKey: balanceQuery.queryKey })}
        />
      </Suspense>
    </PageFrame>
  )
}
