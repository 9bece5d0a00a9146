import { type PurchaseRow, type purchaseCalls, purchaseState } from '@lapak/contract/ordering/purchases'
import { Button, Group } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BuyAgainButton } from '#features/ordering/purchases/list/buy-again-button.tsx'
import { PurchaseCard } from '#features/ordering/purchases/list/purchase-card.tsx'
import { purchaseColumns } from '#features/ordering/purchases/list/purchase-columns.tsx'
import { PurchaseCount } from '#features/ordering/purchases/list/purchase-count.tsx'
import { PurchaseFilterBar } from '#features/ordering/purchases/list/purchase-filters.tsx'
import { ShowNewerButton } from '#features/ordering/purchases/list/show-newer-button.tsx'
import { type PurchaseFilters, purchaseList, purchaseSumQuery } from '#features/ordering/purchases/purchases.api.ts'
import { useLivePurchases } from '#features/ordering/purchases/purchases.live.ts'
import { useStored } from '#lib/browser-storage.ts'
import { daysBefore, jakartaToday } from '#lib/days.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { DataTable } from '#ui/data-table.tsx'
import { Rupiah } from '#ui/money.tsx'
import { SumLine } from '#ui/sum-line.tsx'

const refreshEvery = 15_000
/** The number of days before today to which most questions of customers refer. */
const lately = 30

/** Columns that are hidden by default, because they rarely help to distinguish purchases; the drawer shows their values. */
const seldom = ['updateat', 'reffclient']
const columns = purchaseColumns.map((column) => (seldom.includes(column.key) ? { ...column, hiddenByDefault: true as const } : column))

interface PurchaseListProps {
  searchParams: ListSearchParams<typeof purchaseCalls.list>
  onOpen: (row: PurchaseRow) => void
  buyButton: ReactNode
}

/** The buyer's purchases: sums, filters and the live list. */
export function PurchaseList({ searchParams, onOpen, buyButton }: PurchaseListProps) {
  const today = jakartaToday()
  const [refreshing, setRefreshing] = useStored<'yes' | 'no'>('purchases.refresh', 'no')
  const refetchInterval = refreshing === 'yes' && refreshEvery
  const list = useList(purchaseList, searchParams, { defaultFilters: { awal: today, akhir: today }, refetchInterval })
  const live = useLivePurchases()
  const { awal, akhir } = list.filters
  const ofToday = awal === today && akhir === today
  const earlier = (verb: string) => (
    <Button variant="light" onClick={() => list.setFilters({ awal: daysBefore(today, lately - 1), akhir: today })}>
      {verb} {lately} hari terakhir
    </Button>
  )

  return (
    <>
      <ShowNewerButton heard={live.heard} list={list} />
      <DataTable
        list={list}
        label="Daftar pembelian"
        columns={columns}
        density="tight"
        card={(row) => <PurchaseCard row={row} />}
        cardAction={(row) => <BuyAgainButton row={row} />}
        rowLink={{ label: (row) => `Detail transaksi ${row.id}`, open: onOpen }}
        totals={{ label: 'Halaman ini', of: (rows) => ({ sellprice: <Rupiah of={paidFor(rows)} strong /> }) }}
        rowChanges={live.changes}
        searchPlaceholder="Cari nomor, kode, reff, atau SN"
        sums={<PurchaseSums filters={list.filters} every={refetchInterval} />}
        filters={
          <PurchaseFilterBar
            filters={list.filters}
            onFilter={list.setFilters}
            autoRefresh={refreshing === 'yes'}
            onAutoRefresh={(on) => setRefreshing(on ? 'yes' : 'no')}
            sellers={list.rows ?? []}
          />
        }
        emptyState={{
          icon: IconReceiptOff,
          title: 'Belum ada pembelian hari ini',
          hint: 'Pesanan dari halaman ini, API, dan Jabber akan tampil di sini.',
          action: (
            <Group gap="xs" justify="center">
              {buyButton}
              {earlier('Lihat')}
            </Group>
          ),
        }}
        noResultsState={{
          title: 'Tidak ada pembelian yang cocok',
          hint: ofToday ? 'Yang dicari hanya pembelian hari ini.' : 'Ubah kata kunci, filter, atau rentang tanggal.',
          action: ofToday && earlier('Cari di'),
        }}
      />
    </>
  )
}

/** The total in rupiah, calculated as the server does: failed purchases cost nothing. */
const paidFor = (rows: PurchaseRow[]) =>
  rows.reduce((sum, { transactionrc, sellprice }) => (transactionrc === purchaseState.failed ? sum : sum + sellprice), 0n)

function PurchaseSums({ filters, every }: { filters: PurchaseFilters; every: number | false }) {
  const { data, isError } = useQuery(purchaseSumQuery(filters, every))
  const missing = isError ? null : undefined
  return (
    <SumLine
      sums={[
        { label: 'Total Trx', value: data ? <PurchaseCount of={data} /> : missing },
        { label: 'Amount Trx', value: data ? <Rupiah of={data.amount} /> : missing },
      ]}
    />
  )
}
