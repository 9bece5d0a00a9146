import { historyTypeLabels, type PaymentHistory, type walletCalls } from '@lapak/contract/funds/wallet'
import { type TicketState, ticketStateLabels } from '@lapak/contract/shared/ticket-states'
import { wib } from '@lapak/contract/shared/time-text'
import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconProgress,
  IconReceiptOff,
  IconWallet,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from '#features/funds/wallet/row-card.module.css'
import { type HistoryFilters, historyList } from '#features/funds/wallet/wallet.api.ts'
import { jakartaToday } from '#lib/days.ts'
import { asSentence } from '#lib/sentence.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { ChoiceFilter } from '#ui/choice-filter.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { DayRange } from '#ui/day-range.tsx'
import { Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'
import { StatusBadge, type StatusColour } from '#ui/status-badge.tsx'
import link from '#ui/text-link.module.css'

const columns: Column<PaymentHistory>[] = [
  { key: 'id', title: 'ID', width: 76, sortable: true, cell: (row) => row.id.toString() },
  { key: 'paymenthistorydatetime', title: 'Waktu', width: 108, sortable: true, cell: (row) => wib(row.paymenthistorydatetime) },
  { key: 'historytipe', title: 'Jenis', width: 92, cell: (row) => historyTypeLabels[row.historytipe] },
  { key: 'method', title: 'Metode', width: 92, cell: (row) => row.method },
  { key: 'nominal', title: 'Nominal', width: 108, numeric: true, sortable: true, cell: (row) => <Rupiah of={row.nominal} /> },
  { key: 'status', title: 'Status', width: 104, sortable: true, cell: (row) => <TicketStatus of={row.status} /> },
  { key: 'description', title: 'Keterangan', width: 160, visibleFrom: 'md', cell: descriptionOf },
  { key: 'updateat', title: 'Diperbarui', width: 108, sortable: true, visibleFrom: 'md', cell: (row) => wib(row.updateat) },
]

/** Explains a failed ticket. Its state does not show whether money moved: an unpaid top-up also has the state REFUND. */
function reasonOf({ historytipe, status, endedreason, approveddescription }: PaymentHistory): string | null {
  if (!hasFailed(status)) return null
  const why = endedreason === null ? '' : `${asSentence(endedreason)} `
  if (historytipe === 1) return `${why}Uangnya kembali ke saldo.`
  // The balance changed only if the ticket was approved.
  return why + (approveddescription === null ? 'Saldo tidak berubah.' : 'Uangnya keluar lagi dari saldo.')
}

function descriptionOf(row: PaymentHistory): string {
  const reason = reasonOf(row)
  return reason === null ? row.description : `${asSentence(row.description)} ${reason}`
}

const hasFailed = (status: TicketState) => status === 3 || status === 4

/** Top-up and cash-out tickets. */
export function HistoryList({ searchParams }: { searchParams: ListSearchParams<typeof walletCalls.histories> }) {
  const today = jakartaToday()
  const list = useList(historyList, searchParams, { defaultFilters: { awal: today, akhir: today } })
  return (
    <DataTable
      list={list}
      label="Histori pembayaran"
      columns={columns}
      card={(row) => <HistoryCard row={row} />}
      rowDetails={{ label: (row) => `Detail ${row.invoice}`, detail: (row) => <HistoryDetail row={row} /> }}
      searchPlaceholder="Cari nomor tiket, nominal, atau metode"
      filters={<HistoryFilterBar filters={list.filters} onFilter={list.setFilters} />}
      emptyState={{
        icon: IconReceiptOff,
        title: 'Belum ada transaksi hari ini',
        hint: 'Topup dan penarikan akan tampil di sini. Mulai dengan topup.',
        action: <TopUpLink />,
      }}
      noResultsState={{ title: 'Tidak ada transaksi yang cocok', hint: 'Ubah kata kunci, filter, atau rentang tanggal.' }}
    />
  )
}

const TopUpLink = () => (
  <Button renderRoot={(props) => <Link to="/tambahsaldo" {...props} />} leftSection={<IconWallet size={18} aria-hidden />}>
    Topup
  </Button>
)

const statusChoices = [
  { value: '', label: 'Semua status' },
  ...Object.entries(ticketStateLabels).map(([value, label]) => ({ value, label })),
]
const typeChoices = [{ value: '', label: 'Semua jenis' }, ...Object.entries(historyTypeLabels).map(([value, label]) => ({ value, label }))]

function HistoryFilterBar({ filters, onFilter }: { filters: HistoryFilters; onFilter: (change: HistoryFilters) => void }) {
  return (
    <>
      <ChoiceFilter label="Jenis" value={filters.tipe} choices={typeChoices} onChoose={(tipe) => onFilter({ tipe })} />
      <ChoiceFilter label="Status" value={filters.statustrx} choices={statusChoices} onChoose={(statustrx) => onFilter({ statustrx })} />
      <DayRange awal={filters.awal ?? ''} akhir={filters.akhir ?? ''} onRange={onFilter} />
    </>
  )
}

export function HistoryCard({ row }: { row: PaymentHistory }) {
  return (
    <div className={classes.card}>
      <span className={classes.what}>
        {historyTypeLabels[row.historytipe]} {row.method}
      </span>
      <TicketStatus of={row.status} />
      <time className={classes.quiet} dateTime={row.paymenthistorydatetime.toISOString()}>
        {wib(row.paymenthistorydatetime)}
      </time>
      <Rupiah of={row.nominal} strong />
      {hasFailed(row.status) && <span className={classes.why}>{reasonOf(row)}</span>}
    </div>
  )
}

const TicketLink = ({ of: { invoice } }: { of: PaymentHistory }) => (
  <Link to="/confmdeposit/$invoice" params={{ invoice }} className={link.link}>
    {invoice}
  </Link>
)

function HistoryDetail({ row }: { row: PaymentHistory }) {
  return (
    <div className={classes.detail}>
      <Facts
        facts={[
          { label: 'Nomor tiket', value: row.historytipe === 0 ? <TicketLink of={row} /> : row.invoice, code: true },
          { label: 'Member', value: row.member.membername },
          { label: 'Keterangan', value: row.description },
          { label: 'Alasan', value: reasonOf(row) },
          { label: 'Masuk saldo', value: row.credited === null ? null : <Rupiah of={row.credited} /> },
          { label: 'Catatan admin', value: row.approveddescription },
          { label: 'Diperbarui', value: wib(row.updateat) },
        ]}
      />
    </div>
  )
}

const looks: Record<TicketState, { colour: StatusColour; icon: TablerIcon }> = {
  0: { colour: 'blue', icon: IconClock },
  1: { colour: 'orange', icon: IconProgress },
  2: { colour: 'green', icon: IconCircleCheck },
  3: { colour: 'red', icon: IconCircleX },
  4: { colour: 'gray', icon: IconArrowBackUp },
}

function TicketStatus({ of }: { of: TicketState }) {
  return <StatusBadge {...looks[of]} label={ticketStateLabels[of]} />
}
