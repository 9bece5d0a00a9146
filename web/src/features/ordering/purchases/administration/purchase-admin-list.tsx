import type { LineResult, PurchaseAct, PurchaseRow, purchaseCalls } from '@lapak/contract/ordering/purchases'
import { purchaseState } from '@lapak/contract/ordering/purchases'
import { dotted } from '@lapak/contract/shared/money'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconReceiptOff, IconReceiptRefund, IconRefreshDot, type TablerIcon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { actionTexts } from '#features/ordering/purchases/administration/act-labels.ts'
import { CheckDialog } from '#features/ordering/purchases/administration/check-results.tsx'
import classes from '#features/ordering/purchases/administration/pending-sellers.module.css'
import {
  type PurchaseAdminFilters,
  pendingPurchasesQuery,
  purchaseAdminList,
  purchaseAdminSumQuery,
  useCheckPurchases,
} from '#features/ordering/purchases/administration/purchases.admin.api.ts'
import { PurchaseCard } from '#features/ordering/purchases/list/purchase-card.tsx'
import { purchaseColumns } from '#features/ordering/purchases/list/purchase-columns.tsx'
import { PurchaseCount } from '#features/ordering/purchases/list/purchase-count.tsx'
import { StatusFilter } from '#features/ordering/purchases/list/status-filter.tsx'
import { jakartaToday } from '#lib/days.ts'
import { shortName } from '#lib/short-name.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { DayRange } from '#ui/day-range.tsx'
import { Rupiah } from '#ui/money.tsx'
import { SellerSelect } from '#ui/seller-select.tsx'
import { SumCards } from '#ui/sum-cards.tsx'

const BulkDialog = lazy(() =>
  import('#features/ordering/purchases/administration/bulk-dialog.tsx').then((module) => ({ default: module.BulkDialog })),
)

const buyer: Column<PurchaseRow> = {
  key: 'membername',
  title: 'Member',
  width: 116,
  visibleFrom: 'md',
  cell: (row) => <span title={row.membername}>{shortName(row.membername)}</span>,
}

/** The columns of the buyer's list, with a column for the buyer before the column for the seller. */
const columns = purchaseColumns.flatMap((column) => (column.key === 'sellername' ? [buyer, column] : [column]))

const icons: Record<PurchaseAct, TablerIcon> = { succeed: IconCircleCheck, fail: IconCircleX, refund: IconReceiptRefund }

/**
 * The default filters. The filter for pending purchases has no date range, so that old purchases are found; every other filter starts with today
 * (B-CONST-19).
 */
const presetOf = ({ statustrx, lama }: PurchaseAdminFilters): PurchaseAdminFilters => {
  const today = jakartaToday()
  return lama || statustrx === pendingState ? {} : { awal: today, akhir: today }
}

interface PurchaseAdminListProps {
  searchParams: ListSearchParams<typeof purchaseCalls.adminList>
  onOpen: (row: PurchaseRow) => void
}

/** Purchases of all members: sums, shortcuts to pending purchases, filters, and the list with bulk actions. */
export function PurchaseAdminList({ searchParams, onOpen }: PurchaseAdminListProps) {
  const list = useList(purchaseAdminList, searchParams, { defaultFilters: presetOf(searchParams.search) })
  const { data: pending } = useQuery(pendingPurchasesQuery)
  const [many, setMany] = useState<{ act: PurchaseAct; rows: PurchaseRow[] }>()
  const [checked, setChecked] = useState<LineResult[]>()
  const check = useCheckPurchases(setChecked)
  const { filters } = list
  return (
    <>
      <PurchaseAdminSums filters={filters} />
      <PendingSellers filters={filters} onFilter={list.setFilters} />
      <DataTable
        list={list}
        label="Transaksi semua member"
        columns={columns}
        card={(row) => <PurchaseCard row={row} />}
        rowLink={{ label: (row) => `Detail transaksi ${row.id}`, open: onOpen }}
        bulk={{
          label: (row) => `transaksi ${row.id}`,
          actions: [
            { label: 'Cek ulang', icon: IconRefreshDot, openDialog: (rows) => check.mutate(rows.map(({ id }) => id)) },
            ...(Object.keys(icons) as PurchaseAct[]).map((act) => ({
              label: actionTexts[act].label,
              icon: icons[act],
              danger: actionTexts[act].danger ?? false,
              openDialog: (rows: PurchaseRow[]) => setMany({ act, rows }),
            })),
          ],
        }}
        searchPlaceholder="Cari ID, nomor, kode, reff, SN, member, atau suplier"
        filters={
          <>
            <StatusFilter
              value={filters.lama ? pendingState : filters.statustrx}
              onChoose={(statustrx) => list.setFilters({ statustrx, lama: undefined })}
            />
            <SellerSelect
              sellers={[...(pending?.sellers ?? []), ...(list.rows ?? [])]}
              value={filters.sellerid}
              onChoose={(sellerid) => list.setFilters({ sellerid })}
            />
            <DayRange awal={filters.awal ?? ''} akhir={filters.akhir ?? ''} onRange={list.setFilters} />
          </>
        }
        emptyState={{ icon: IconReceiptOff, title: 'Belum ada transaksi hari ini' }}
        noResultsState={{ title: 'Tidak ada transaksi yang cocok', hint: 'Ubah kata kunci, filter, atau rentang tanggal.' }}
      />
      {checked && <CheckDialog of={checked} onClose={() => setChecked(undefined)} />}
      <Suspense>{many && <BulkDialog {...many} onClose={() => setMany(undefined)} />}</Suspense>
    </>
  )
}

/** The sums of the filtered purchases, and of all pending purchases. */
function PurchaseAdminSums({ filters }: { filters: PurchaseAdminFilters }) {
  const sum = useQuery(purchaseAdminSumQuery(filters))
  const pending = useQuery(pendingPurchasesQuery)
  const missing = ({ isError }: { isError: boolean }) => (isError ? null : undefined)
  return (
    <SumCards
      sums={[
        { label: 'Total Trx', value: sum.data ? <PurchaseCount of={sum.data} /> : missing(sum) },
        { label: 'Amount Trx', value: sum.data ? <Rupiah of={sum.data.amount} /> : missing(sum) },
        { label: 'Pending', value: pending.data ? dotted(pending.data.jml) : missing(pending) },
        {
          label: pending.data ? `Pending lebih dari ${pending.data.menit} menit` : 'Pending lama',
          value: pending.data ? dotted(pending.data.lama) : missing(pending),
        },
      ]}
    />
  )
}

// — Pending sellers

const pendingState = String(purchaseState.pending) as PurchaseAdminFilters['statustrx']

/** Clears the filters of the shortcuts; used when an active shortcut is pressed again. */
const everything: PurchaseAdminFilters = { statustrx: undefined, lama: undefined, sellerid: undefined }

interface PendingProps {
  filters: PurchaseAdminFilters
  onFilter: (change: PurchaseAdminFilters) => void
}

/**
 * Buttons that filter the list: all pending purchases, purchases that are pending for long, and pending purchases of each seller. Used during an
 * outage.
 */
function PendingSellers({ filters, onFilter }: PendingProps) {
  const { data } = useQuery(pendingPurchasesQuery)
  if (!data || data.jml === 0) return null
  const anyDay = { awal: undefined, akhir: undefined }
  const choices = [
    {
      label: `Semua pending (${dotted(data.jml)})`,
      chosen: filters.statustrx === pendingState && !filters.lama && !filters.sellerid,
      filter: { ...anyDay, statustrx: pendingState, lama: undefined, sellerid: undefined },
    },
    ...(data.lama > 0
      ? [
          {
            label: `Pending lama (${dotted(data.lama)})`,
            chosen: filters.lama === '1' && !filters.sellerid,
            filter: { ...anyDay, statustrx: undefined, lama: '1', sellerid: undefined } as PurchaseAdminFilters,
          },
        ]
      : []),
    ...data.sellers
      .filter(({ lama }) => lama > 0)
      .map(({ sellerid, sellername, lama }) => ({
        label: `${shortName(sellername)} (${dotted(lama)})`,
        chosen: filters.lama === '1' && filters.sellerid === sellerid.toString(),
        filter: { ...anyDay, statustrx: undefined, lama: '1', sellerid: sellerid.toString() } as PurchaseAdminFilters,
      })),
  ]
  return (
    <section className={classes.choices} aria-label="Yang masih pending">
      {choices.map(({ label, chosen, filter }) => (
        <Button
          key={label}
          size="sm"
          variant={chosen ? 'light' : 'default'}
          aria-pressed={chosen}
          onClick={() => onFilter(chosen ? everything : filter)}
        >
          {label}
        </Button>
      ))}
    </section>
  )
}
