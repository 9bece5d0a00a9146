import { alertKinds, type PurchaseAlert, type purchaseCalls, purchaseState } from '@lapak/contract/ordering/purchases'
import { Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconChecks } from '@tabler/icons-react'
import { alertTexts } from '#features/ordering/purchases/administration/alert-labels.ts'
import { alertList, endAlert, useRefreshAdminPurchases } from '#features/ordering/purchases/administration/purchases.admin.api.ts'
import { PurchaseStatus } from '#features/ordering/purchases/list/purchase-status.tsx'
import { shortName } from '#lib/short-name.ts'
import { groupInFours } from '#lib/targets.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { allChoice, ChoiceFilter } from '#ui/choice-filter.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { Rupiah } from '#ui/money.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'

const columns: Column<PurchaseAlert>[] = [
  { key: 'id', title: 'ID', width: 76, sortable: true, cell: (row) => row.id.toString() },
  { key: 'createat', title: 'Umur', width: 100, cell: (row) => <RelativeTime at={row.createat} /> },
  { key: 'kind', title: 'Peringatan', width: 180, cell: (row) => alertTexts[row.kind].title },
  { key: 'idtrx', title: 'Transaksi', width: 92, cell: (row) => row.idtrx.toString() },
  { key: 'productname', title: 'Produk', width: 132, visibleFrom: 'md', cell: (row) => row.productname },
  { key: 'target', title: 'Tujuan', width: 118, cell: (row) => row.target },
  { key: 'sellprice', title: 'Harga', width: 92, numeric: true, cell: (row) => <Rupiah of={row.sellprice} /> },
  {
    key: 'sellername',
    title: 'Suplier',
    width: 116,
    visibleFrom: 'md',
    cell: (row) => <span title={row.sellername}>{shortName(row.sellername)}</span>,
  },
  { key: 'transactionrc', title: 'Status', width: 104, cell: (row) => <PurchaseStatus of={row.transactionrc} /> },
  { key: 'by', title: 'Ditangani', width: 116, visibleFrom: 'md', cell: (row) => row.endedby ?? row.takenby },
]

/** Alerts about purchases that need an administrator, newest first. The details of a purchase show the steps to take. */
export function AlertList({
  searchParams,
  onOpen,
}: {
  searchParams: ListSearchParams<typeof purchaseCalls.alerts>
  onOpen: (row: PurchaseAlert) => void
}) {
  const list = useList(alertList, searchParams, { defaultFilters: { open: '1' } })
  const refresh = useRefreshAdminPurchases()
  return (
    <DataTable
      list={list}
      label="Peringatan"
      columns={columns}
      card={(row) => <AlertCard row={row} />}
      rowLink={{ label: (row) => `Peringatan ${row.id}`, open: onOpen }}
      bulk={{
        label: (row) => `peringatan ${row.id}`,
        actions: [
          {
            label: 'Akhiri yang sudah pasti',
            icon: IconChecks,
            question: (count) => `Akhiri ${count} peringatan yang transaksinya sudah selesai?`,
            run: (row) => notCertain(row) ?? endAlert(row.id, 'Transaksinya sudah selesai'),
            done: (count) => `${count} peringatan diakhiri`,
            settled: refresh,
          },
        ],
      }}
      filters={
        <>
          <ChoiceFilter
            label="Peringatan"
            value={list.filters.kind}
            choices={[allChoice('peringatan'), ...alertKinds.map((value) => ({ value, label: alertTexts[value].title }))]}
            onChoose={(kind) => list.setFilters({ kind })}
          />
          <ChoiceFilter
            label="Status"
            value={list.filters.open}
            choices={[
              { value: '1', label: 'Terbuka' },
              { value: '0', label: 'Diakhiri' },
            ]}
            onChoose={(open) => list.setFilters({ open })}
          />
        </>
      }
      emptyState={{ icon: IconCheck, title: 'Tidak ada peringatan', hint: 'Transaksi yang perlu orang tampil di sini.' }}
      noResultsState={{ title: 'Tidak ada peringatan yang cocok', hint: 'Ubah filternya.' }}
    />
  )
}

/** If the alert cannot be closed in bulk: a rejected promise with the reason. Otherwise undefined. */
function notCertain({ kind, transactionrc }: PurchaseAlert): Promise<never> | undefined {
  if (kind === 'contradiction') return Promise.reject(new Error('bandingkan jawabannya dulu, lalu akhiri dengan catatan'))
  if (transactionrc === purchaseState.pending) return Promise.reject(new Error('transaksinya masih pending'))
  return undefined
}

function AlertCard({ row }: { row: PurchaseAlert }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} truncate>
          {alertTexts[row.kind].title}
        </Text>
        <PurchaseStatus of={row.transactionrc} />
      </Group>
      <Text size="sm">
        {groupInFours(row.target)} · {row.productname}
      </Text>
      <Group justify="space-between">
        <Rupiah of={row.sellprice} strong />
        <Text size="sm" c="dimmed">
          {row.sellername} · <RelativeTime at={row.createat} />
        </Text>
      </Group>
      {row.takenby && <Text size="sm">Ditangani {row.takenby}</Text>}
    </Stack>
  )
}
