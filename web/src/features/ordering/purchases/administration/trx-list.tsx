import type { LineResult, PurchaseAct, PurchaseRow, purchaseCalls } from '@lapak/contract/ordering/purchases'
import { IconCircleCheck, IconCircleX, IconReceiptOff, IconReceiptRefund, IconRefreshDot, type TablerIcon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { actWords } from '#features/ordering/purchases/administration/act-labels.ts'
import { CheckDialog } from '#features/ordering/purchases/administration/check-results.tsx'
import { PendingSellers, pendingState } from '#features/ordering/purchases/administration/pending-sellers.tsx'
import { pendingQuery, type TrxFilters, trxList, useCheck } from '#features/ordering/purchases/administration/trx.api.ts'
import { TrxSums } from '#features/ordering/purchases/administration/trx-sums.tsx'
import { PurchaseCard } from '#features/ordering/purchases/list/purchase-card.tsx'
import { purchaseColumns } from '#features/ordering/purchases/list/purchase-columns.tsx'
import { StatusFilter } from '#features/ordering/purchases/list/status-filter.tsx'
import { jakartaToday } from '#lib/days.ts'
import { shortName } from '#lib/short-name.ts'
import { type ListAddress, useList } from '#lib/use-list.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { DayRange } from '#ui/day-range.tsx'
import { SellerSelect } from '#ui/seller-select.tsx'

const BulkDialog = lazy(() =>
  import('#features/ordering/purchases/administration/bulk-dialog.tsx').then((module) => ({ default: module.BulkDialog })),
)

const buyer: Column<PurchaseRow> = {
  key: 'membername',
  title: 'Member',
  width: 116,
  from: 'md',
  cell: (row) => <span title={row.membername}>{shortName(row.membername)}</span>,
}

/** As the buyer sees them, with who bought beside who sold. */
const columns = purchaseColumns.flatMap((column) => (column.key === 'sellername' ? [buyer, column] : [column]))

const icons: Record<PurchaseAct, TablerIcon> = { succeed: IconCircleCheck, fail: IconCircleX, refund: IconReceiptRefund }

/** Who looks for what is pending looks for all of it, however old it is (B-CONST-19 for everything else). */
const presetOf = ({ statustrx, lama }: TrxFilters): TrxFilters => {
  const today = jakartaToday()
  return lama || statustrx === pendingState ? {} : { awal: today, akhir: today }
}

interface TrxListProps {
  at: ListAddress<typeof purchaseCalls.adminList>
  onOpen: (row: PurchaseRow) => void
}

/** Purchases of all members: sums, what is pending, filters, and the list with what can be done with many at once. */
export function TrxList({ at, onOpen }: TrxListProps) {
  const list = useList(trxList, at, { preset: presetOf(at.search) })
  const { data: pending } = useQuery(pendingQuery)
  const [many, setMany] = useState<{ act: PurchaseAct; rows: PurchaseRow[] }>()
  const [checked, setChecked] = useState<LineResult[]>()
  const check = useCheck(setChecked)
  const { filters } = list
  return (
    <>
      <TrxSums filters={filters} />
      <PendingSellers filters={filters} onFilter={list.filter} />
      <DataTable
        list={list}
        label="Transaksi semua member"
        columns={columns}
        card={(row) => <PurchaseCard row={row} />}
        opens={{ label: (row) => `Detail transaksi ${row.id}`, open: onOpen }}
        bulk={{
          label: (row) => `transaksi ${row.id}`,
          actions: [
            { label: 'Cek ulang', icon: IconRefreshDot, opens: (rows) => check.mutate(rows.map(({ id }) => id)) },
            ...(Object.keys(icons) as PurchaseAct[]).map((act) => ({
              label: actWords[act].label,
              icon: icons[act],
              danger: actWords[act].danger ?? false,
              opens: (rows: PurchaseRow[]) => setMany({ act, rows }),
            })),
          ],
        }}
        searchFor="Cari ID, nomor, kode, reff, SN, member, atau suplier"
        filters={
          <>
            <StatusFilter
              value={filters.lama ? pendingState : filters.statustrx}
              onChoose={(statustrx) => list.filter({ statustrx, lama: undefined })}
            />
            <SellerSelect
              sellers={[...(pending?.sellers ?? []), ...(list.rows ?? [])]}
              value={filters.sellerid}
              onChoose={(sellerid) => list.filter({ sellerid })}
            />
            <DayRange awal={filters.awal ?? ''} akhir={filters.akhir ?? ''} onRange={list.filter} />
          </>
        }
        nothing={{ icon: IconReceiptOff, title: 'Belum ada transaksi hari ini' }}
        noMatch={{ title: 'Tidak ada transaksi yang cocok', hint: 'Ubah kata kunci, filter, atau rentang tanggal.' }}
      />
      {checked && <CheckDialog of={checked} onClose={() => setChecked(undefined)} />}
      <Suspense>{many && <BulkDialog {...many} onClose={() => setMany(undefined)} />}</Suspense>
    </>
  )
}
