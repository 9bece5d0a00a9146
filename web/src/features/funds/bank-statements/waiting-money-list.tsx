import type { bankStatementCalls, WaitingMoneyRow } from '@lapak/contract/funds/bank-statements'
import { cashNames } from '@lapak/contract/shared/banks'
import { rupiahText } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import { Button, Group, Stack } from '@mantine/core'
import { IconCheck, IconMoodSmile, IconNote, IconUserQuestion, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AssignDialog } from '#features/funds/bank-statements/assign-dialog.tsx'
import {
  statementIntervalMs,
  type WaitingMoneyFilters,
  waitingMoneyList,
  waitingMoneySumsQuery,
} from '#features/funds/bank-statements/bank-statements.api.ts'
import { DecideByReason } from '#features/funds/bank-statements/decide-by-reason.tsx'
import { ExplainDialog } from '#features/funds/bank-statements/explain-dialog.tsx'
import classes from '#features/funds/bank-statements/statement.module.css'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { ChoiceFilter } from '#ui/choice-filter.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { Facts } from '#ui/facts.tsx'
import { Rupiah } from '#ui/money.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { SumCards } from '#ui/sum-cards.tsx'

/** The cash account that contains the money. */
const placeOf = ({ bankcode, payment }: WaitingMoneyRow) => (payment ? `Penyedia (${cashNames[bankcode]})` : cashNames[bankcode])

const columns: Column<WaitingMoneyRow>[] = [
  { key: 'id', title: 'ID', width: 64, sortable: true, cell: (row) => row.id.toString() },
  { key: 'createat', title: 'Waktu', width: 100, cell: (row) => wib(row.createat) },
  { key: 'bankcode', title: 'Kas', width: 100, cell: placeOf },
  { key: 'nominal', title: 'Nominal', width: 110, numeric: true, sortable: true, cell: (row) => <Rupiah of={row.nominal} /> },
  { key: 'keterangan', title: 'Keterangan', width: 190, cell: (row) => <span className={classes.text}>{row.keterangan}</span> },
  { key: 'why', title: 'Status', width: 220, cell: (row) => <Standing row={row} /> },
]

const Standing = ({ row }: { row: WaitingMoneyRow }) => (
  <Stack gap={2} align="flex-start">
    <WaitingState row={row} />
    <span className={classes.why}>{row.reason ?? row.why}</span>
  </Stack>
)

function WaitingState({ row: { status, askedby, invoice } }: { row: WaitingMoneyRow }) {
  if (status === 'assigned') return <StatusBadge colour="green" icon={IconCheck} label={invoice ?? 'Dijodohkan'} />
  if (status === 'explained') return <StatusBadge colour="blue" icon={IconNote} label="Dijelaskan" />
  if (askedby !== null) return <StatusBadge colour="blue" icon={IconUsers} label={waitsForSecond} />
  return <StatusBadge colour="orange" icon={IconUserQuestion} label="Tanpa pemilik" />
}

/** Suspense money at the platform's banks and at the payment provider. */
export function WaitingMoneyList({ searchParams }: { searchParams: ListSearchParams<typeof bankStatementCalls.waiting> }) {
  const list = useList(waitingMoneyList, searchParams, { refetchInterval: statementIntervalMs })
  const [opened, setOpened] = useState<OpenedDialog>()
  return (
    <>
      <WaitingSums />
      <DataTable
        list={list}
        label="Uang tanpa pemilik"
        columns={columns}
        card={(row) => <WaitingCard row={row} />}
        rowDetails={{
          label: (row) => `Detail uang ${row.id}`,
          detail: (row) => <WaitingDetail row={row} onOpen={(dialog) => setOpened({ dialog, row })} />,
        }}
        searchPlaceholder="Cari keterangan, nomor pembayaran, nama, atau jumlah"
        filters={<WaitingFilterBar filters={list.filters} onFilter={list.setFilters} />}
        emptyState={{ icon: IconMoodSmile, title: 'Tidak ada uang tanpa pemilik', hint: 'Semua uang yang masuk sudah ada pemiliknya.' }}
        noResultsState={{ title: 'Tidak ada yang cocok', hint: 'Ubah kata kunci atau filter.' }}
      />
      {/* Outside of the rows, which a turned phone shows as another element: what was typed stays. */}
      {opened && <WaitingDialog {...opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function WaitingSums() {
  const { data, isError } = useQuery(waitingMoneySumsQuery)
  if (data?.length === 0) return null
  const missing = isError ? null : undefined
  return (
    <SumCards
      sums={
        data
          ? data.map(({ bankcode, rows, amount }) => ({
              label: `${cashNames[bankcode as keyof typeof cashNames]} (${rows})`,
              value: <Rupiah of={amount} />,
            }))
          : [{ label: 'Tanpa pemilik', value: missing }]
      }
    />
  )
}

const cashChoices = [{ value: '', label: 'Semua kas' }, ...Object.entries(cashNames).map(([value, label]) => ({ value, label }))]
const endedChoices = [
  { value: '', label: 'Menunggu' },
  { value: '1', label: 'Selesai' },
]

function WaitingFilterBar({ filters, onFilter }: { filters: WaitingMoneyFilters; onFilter: (change: WaitingMoneyFilters) => void }) {
  return (
    <>
      <ChoiceFilter label="Kas" value={filters.kas} choices={cashChoices} onChoose={(kas) => onFilter({ kas })} />
      <ChoiceFilter label="Status" value={filters.selesai} choices={endedChoices} onChoose={(selesai) => onFilter({ selesai })} />
    </>
  )
}

const WaitingCard = ({ row }: { row: WaitingMoneyRow }) => (
  <div className={classes.card}>
    <span className={classes.what}>{row.keterangan}</span>
    <Rupiah of={row.nominal} strong />
    <span className={classes.why}>
      {placeOf(row)} · {wib(row.createat)}
    </span>
    <WaitingState row={row} />
    <span className={classes.why}>{row.reason ?? row.why}</span>
  </div>
)

const kinds = { invoice: 'Kartu', qris: 'QRIS', va: 'Virtual account' } as const

const WaitingDetail = ({ row, onOpen }: WaitingActionsProps) => (
  <Stack gap="md" className={classes.detail}>
    <Facts
      facts={[
        { label: 'Keterangan', value: row.keterangan },
        { label: 'Asal', value: row.reason === null ? null : row.why },
        ...providerFacts(row.payment),
        { label: 'Diminta diberikan oleh', value: row.askedby },
        { label: 'Tiket', value: row.invoice, code: true },
        { label: 'Diputuskan', value: row.endedat && `${row.endedby ?? 'Otomatis'}, ${wib(row.endedat)}` },
        { label: 'Catatan', value: row.reason },
      ]}
    />
    <WaitingActions row={row} onOpen={onOpen} />
  </Stack>
)

function providerFacts(payment: WaitingMoneyRow['payment']) {
  if (payment === null) return []
  const { kind, number, membername, invoice, paidat, facts } = payment
  const way = [facts.payment_method, facts.payment_channel, facts.bank_code].filter(Boolean).join(' ')
  return [
    { label: 'Cara bayar', value: way ? `${kinds[kind]} (${way})` : kinds[kind] },
    { label: 'Nomor pembayaran', value: number, code: true },
    { label: 'Diminta untuk', value: membername },
    { label: 'Tiket yang diminta', value: invoice, code: true },
    { label: 'Dibayar', value: paidat && wib(paidat) },
  ]
}

// — Waiting actions

type WaitingDialogName = 'assign' | 'explain' | 'waitAgain'

interface WaitingActionsProps {
  row: WaitingMoneyRow
  onOpen: (dialog: WaitingDialogName) => void
}

/** The actions on suspense money, for the states "waiting" and "explained". */
const WaitingActions = ({ row: { status, askedby }, onOpen }: WaitingActionsProps) => (
  <Group gap="xs">
    {status === 'waiting' && askedby === null && (
      <Button size="sm" onClick={() => onOpen('assign')}>
        Jodohkan
      </Button>
    )}
    {status === 'waiting' && (
      <Button size="sm" variant="default" onClick={() => onOpen('explain')}>
        Jelaskan
      </Button>
    )}
    {status === 'explained' && (
      <Button size="sm" variant="default" onClick={() => onOpen('waitAgain')}>
        Buka lagi
      </Button>
    )}
  </Group>
)

interface OpenedDialog {
  dialog: WaitingDialogName
  /** As it was when the dialog was opened. The server refuses a decision about money that has changed since. */
  row: WaitingMoneyRow
}

function WaitingDialog({ dialog, row, onClose }: OpenedDialog & { onClose: () => void }) {
  const named = `${placeOf(row)} ${rupiahText(row.nominal)}, ${row.keterangan}`
  if (dialog === 'assign') return <AssignDialog id={row.id} named={named} onClose={onClose} />
  if (dialog === 'waitAgain') return <DecideByReason call="waitAgain" id={row.id} named={named} onClose={onClose} />
  if (row.statement === null) return <DecideByReason call="release" id={row.id} named={named} onClose={onClose} />
  return <ExplainDialog statement={row.statement} named={named} waits={row.nominal} onClose={onClose} />
}
