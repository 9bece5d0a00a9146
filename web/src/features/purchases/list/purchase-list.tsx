import { dotted } from '@lapak/contract/money'
import type { PurchaseRow } from '@lapak/contract/purchases'
import { Button } from '@mantine/core'
import { IconArrowUp, IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PurchaseCard } from '#features/purchases/list/purchase-card.tsx'
import { purchaseColumns } from '#features/purchases/list/purchase-columns.tsx'
import { PurchaseFilterBar } from '#features/purchases/list/purchase-filters.tsx'
import { downloadPurchases, type PurchaseFilters, purchaseListQuery, purchaseSumQuery } from '#features/purchases/purchases.api.ts'
import { useLivePurchases } from '#features/purchases/purchases.live.ts'
import { jakartaToday } from '#lib/format.ts'
import { useRemembered } from '#lib/remembered.ts'
import { CsvButton } from '#ui/csv-button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Rupiah } from '#ui/money.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { EmptyState } from '#ui/states.tsx'
import { SumCards } from '#ui/sum-cards.tsx'
import { pageAsked, type TableSearch, tableState } from '#ui/table-state.ts'

export type PurchaseListSearch = TableSearch & Partial<PurchaseFilters>

const listName = 'purchases'
const filterNames = ['statustrx', 'categoryid', 'brandid', 'sellerid', 'awal', 'akhir'] as const
const withoutFilters: PurchaseListSearch = Object.fromEntries([...filterNames, 'search', 'page'].map((name) => [name, undefined]))

interface PurchaseListProps {
  search: PurchaseListSearch
  onSearch: (change: PurchaseListSearch) => void
  onOpen: (row: PurchaseRow) => void
  buyButton: ReactNode
}

/** The buyer's purchases: sums, filters and the live list. */
export function PurchaseList({ search, onSearch, onOpen, buyButton }: PurchaseListProps) {
  const today = jakartaToday()
  const filters: PurchaseFilters = {
    search: search.search,
    categoryid: search.categoryid,
    brandid: search.brandid,
    sellerid: search.sellerid,
    statustrx: search.statustrx,
    awal: search.awal ?? today,
    akhir: search.akhir ?? today,
  }
  const state = tableState(listName, search)
  const [refreshing, setRefreshing] = useRemembered<'yes' | 'no'>('purchases.refresh', 'no')
  const list = useQuery(purchaseListQuery({ ...filters, ...pageAsked(state) }, refreshing === 'yes'))
  const live = useLivePurchases()
  const narrowed = filterNames.some((name) => search[name])
  const newestFirst = state.page === 1 && state.sort === 'id,DESC'
  const newer = newestFirst && list.data ? countMissing(live.heard, list.data.content, { ...filters, size: state.size }) : 0

  return (
    <>
      <PurchaseSums filters={filters} refreshing={refreshing === 'yes'} />
      {newer > 0 && <NewerButton count={newer} onShow={() => void list.refetch()} />}
      <DataTable
        name={listName}
        label="Daftar pembelian"
        columns={purchaseColumns(onOpen)}
        rowKey={(row) => row.id.toString()}
        card={(row) => <PurchaseCard row={row} />}
        rows={list.data?.content}
        total={list.data?.totalElements ?? 0}
        state={state}
        onChange={onSearch}
        error={list.error}
        onRetry={() => void list.refetch()}
        stale={list.isPlaceholderData}
        changes={live.changes}
        onOpen={onOpen}
        empty={<NoPurchases filtered={narrowed || Boolean(search.search)} onReset={() => onSearch(withoutFilters)} buyButton={buyButton} />}
        search={
          <SearchField
            label="Cari nomor, kode, reff, atau SN"
            value={filters.search ?? ''}
            onSearch={(text) => onSearch({ search: text || undefined, page: undefined })}
          />
        }
        filtered={narrowed}
        filters={
          <>
            <PurchaseFilterBar
              filters={filters}
              onFilter={(change) => onSearch({ ...change, page: undefined })}
              autoRefresh={refreshing === 'yes'}
              onAutoRefresh={(on) => setRefreshing(on ? 'yes' : 'no')}
              sellers={list.data?.content ?? []}
            />
            <CsvButton load={(onProgress) => downloadPurchases({ ...filters, sort: state.sort }, onProgress)} />
          </>
        }
      />
    </>
  )
}

function PurchaseSums({ filters, refreshing }: { filters: PurchaseFilters; refreshing: boolean }) {
  const { data, isError } = useQuery(purchaseSumQuery(filters, refreshing))
  const missing = isError ? null : undefined
  return (
    <SumCards
      sums={[
        { label: 'Total Trx', value: data ? dotted(data.jml) : missing },
        { label: 'Amount Trx', value: data ? <Rupiah of={data.amount} /> : missing },
      ]}
    />
  )
}

/** Purchases that belong on this page but came, or came to match its filters, after it was read. */
function countMissing(heard: ReadonlyMap<bigint, PurchaseRow>, rows: PurchaseRow[], asked: PurchaseFilters & { size: number }): number {
  const shown = new Set(rows.map((row) => row.id))
  const oldest = rows.length < asked.size ? 0n : (rows.at(-1)?.id ?? 0n)
  return [...heard.values()].filter((row) => row.id > oldest && !shown.has(row.id) && matches(row, asked)).length
}

/** What is told of a purchase does not say its brand, so under such a filter nothing is known to match. */
function matches(row: PurchaseRow, asked: PurchaseFilters): boolean {
  const { createat, transactionrc, target, productcode, reffclient, serialnumber, sellerid } = row
  const day = jakartaToday(createat)
  const words = [target, productcode, reffclient, serialnumber].join(' ').toLowerCase()
  return (
    asked.categoryid === undefined &&
    asked.brandid === undefined &&
    (asked.sellerid === undefined || sellerid.toString() === asked.sellerid) &&
    (asked.statustrx === undefined || transactionrc === Number(asked.statustrx)) &&
    asked.awal <= day &&
    day <= asked.akhir &&
    words.includes((asked.search ?? '').toLowerCase())
  )
}

function NewerButton({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <Button variant="light" leftSection={<IconArrowUp size={18} />} onClick={onShow} style={{ alignSelf: 'center' }}>
      {count} transaksi baru. Tampilkan
    </Button>
  )
}

function NoPurchases({ filtered, onReset, buyButton }: { filtered: boolean; onReset: () => void; buyButton: ReactNode }) {
  if (!filtered)
    return (
      <EmptyState
        icon={IconReceiptOff}
        title="Belum ada pembelian hari ini"
        hint="Pesanan dari halaman ini, API, dan Jabber akan tampil di sini."
        action={buyButton}
      />
    )
  return (
    <EmptyState
      icon={IconReceiptOff}
      title="Tidak ada pembelian yang cocok"
      hint="Ubah kata kunci, filter, atau rentang tanggal."
      action={
        <Button variant="default" onClick={onReset}>
          Hapus semua filter
        </Button>
      }
    />
  )
}
