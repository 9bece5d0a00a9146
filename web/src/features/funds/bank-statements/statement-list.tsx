import type { bankStatementCalls, Explanation, Statement } from '@lapak/contract/funds/bank-statements'
import { type BankCode, bankNames } from '@lapak/contract/shared/banks'
import { senText } from '@lapak/contract/shared/money'
import { wib, wibBare } from '@lapak/contract/shared/time-text'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import { Button, Group, Stack } from '@mantine/core'
import { IconCheck, IconHelp, IconNote, IconReceiptOff, IconUserQuestion, IconUsers, type TablerIcon } from '@tabler/icons-react'
import { useState } from 'react'
import { AssignDialog } from '#features/funds/bank-statements/assign-dialog.tsx'
import { type StatementFilters, statementIntervalMs, statementList } from '#features/funds/bank-statements/bank-statements.api.ts'
import { DecideByReason } from '#features/funds/bank-statements/decide-by-reason.tsx'
import { ExplainDialog } from '#features/funds/bank-statements/explain-dialog.tsx'
import classes from '#features/funds/bank-statements/statement.module.css'
import { explanationLabels } from '#features/funds/bank-statements/statement-labels.ts'
import { jakartaToday } from '#lib/days.ts'
import { type ListSearchParams, useList } from '#lib/use-list.ts'
import { ChoiceFilter } from '#ui/choice-filter.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { DayRange } from '#ui/day-range.tsx'
import { Facts } from '#ui/facts.tsx'
import { SenMovement } from '#ui/movement.tsx'
import { StatusBadge, type StatusColour } from '#ui/status-badge.tsx'

/** The time of a row, or only its date, because some banks do not report the time. */
const timeOf = ({ tanggaltran, withtime }: Pick<Statement, 'tanggaltran' | 'withtime'>): string =>
  withtime ? wib(tanggaltran) : wibBare(tanggaltran).slice(0, 10)

const columns: Column<Statement>[] = [
  { key: 'id', title: 'ID', width: 64, sortable: true, cell: (row) => row.id.toString() },
  { key: 'createat', title: 'Waktu', width: 100, sortable: true, visibleFrom: 'md', cell: (row) => wib(row.createat) },
  { key: 'tanggaltran', title: 'Waktu transaksi', width: 100, sortable: true, cell: timeOf },
  { key: 'bankcode', title: 'Bank', width: 84, cell: (row) => bankNames[row.bankcode] },
  { key: 'keterangan', title: 'Keterangan', width: 180, cell: (row) => <span className={classes.text}>{row.keterangan}</span> },
  { key: 'mutasi', title: 'Mutasi', width: 120, numeric: true, sortable: true, cell: (row) => <SenMovement of={row.mutasi} /> },
  { key: 'reff', title: 'Referensi', width: 96, visibleFrom: 'md', cell: (row) => <span className={classes.text}>{row.reff}</span> },
  { key: 'status', title: 'Status', width: 200, cell: (row) => <Explained row={row} /> },
]

const Explained = ({ row }: { row: Statement }) => (
  <Stack gap={2} align="flex-start">
    <StatementState row={row} />
    <span className={classes.why}>{row.why}</span>
    <Restatement of={row.ralat} />
  </Stack>
)

/** What the feed says of the row now, where it said something else before. */
const restatementText = ({ mutasi, ...at }: NonNullable<Statement['ralat']>): string =>
  mutasi === 0n ? 'tidak ada mutasi ini' : `${senText(mutasi)}, ${timeOf(at)}`

const Restatement = ({ of }: { of: Statement['ralat'] }) =>
  of && <span className={classes.why}>Menurut layanan mutasi sekarang: {restatementText(of)}</span>

/** The rows of the platform's bank statements with their explanations. */
export function StatementList({ searchParams }: { searchParams: ListSearchParams<typeof bankStatementCalls.list> }) {
  const today = jakartaToday()
  const list = useList(statementList, searchParams, { defaultFilters: { awal: today, akhir: today }, refetchInterval: statementIntervalMs })
  const [opened, setOpened] = useState<OpenedDialog>()
  return (
    <>
      <DataTable
        list={list}
        label="Mutasi bank"
        columns={columns}
        card={(row) => <StatementCard row={row} />}
        rowDetails={{
          label: (row) => `Detail mutasi ${row.id}`,
          detail: (row) => <StatementDetail row={row} onOpen={(dialog) => setOpened({ dialog, row })} />,
        }}
        searchPlaceholder="Cari keterangan, referensi, atau jumlah"
        filters={<StatementFilterBar filters={list.filters} onFilter={list.setFilters} />}
        emptyState={{
          icon: IconReceiptOff,
          title: 'Belum ada mutasi hari ini',
          hint: 'Mutasi datang sendiri dari layanan mutasi bank, atau dari file CSV bank.',
        }}
        noResultsState={{ title: 'Tidak ada mutasi yang cocok', hint: 'Ubah kata kunci, filter, atau rentang tanggal.' }}
      />
      {/* Outside of the rows, which a turned phone shows as another element: what was typed stays. */}
      {opened && <StatementDialog {...opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** The banks, beginning with those that the specification lists (A-BS-01). */
const banks = new Set<BankCode>(['04', '05', '01', '02', ...(Object.keys(bankNames) as BankCode[])])
const bankChoices = [{ value: '', label: 'Semua bank' }, ...[...banks].map((value) => ({ value, label: bankNames[value] }))]

const statusChoices = [
  { value: '', label: 'Semua status' },
  { value: '0', label: 'Belum jelas' },
  { value: '2', label: 'Tanpa pemilik' },
  { value: '1', label: 'Topup, penarikan, transfer kas' },
  { value: '3', label: 'Koreksi atau dicatat' },
]

function StatementFilterBar({ filters, onFilter }: { filters: StatementFilters; onFilter: (change: StatementFilters) => void }) {
  return (
    <>
      <ChoiceFilter label="Bank" value={filters.bankcode} choices={bankChoices} onChoose={(bankcode) => onFilter({ bankcode })} />
      <ChoiceFilter label="Status" value={filters.statustrx} choices={statusChoices} onChoose={(statustrx) => onFilter({ statustrx })} />
      <DayRange awal={filters.awal ?? ''} akhir={filters.akhir ?? ''} onRange={onFilter} />
    </>
  )
}

const StatementCard = ({ row }: { row: Statement }) => (
  <div className={classes.card}>
    <span className={classes.what}>{row.keterangan}</span>
    <SenMovement of={row.mutasi} />
    <span className={classes.why}>
      {bankNames[row.bankcode]} · {timeOf(row)}
    </span>
    <StatementState row={row} />
    <span className={classes.why}>{row.why}</span>
    <Restatement of={row.ralat} />
  </div>
)

const StatementDetail = ({ row, onOpen }: StatementActionsProps) => (
  <Stack gap="md" className={classes.detail}>
    <Facts
      facts={[
        { label: 'Bank', value: `${bankNames[row.bankcode]} ${row.accountno}` },
        { label: 'Keterangan', value: row.keterangan },
        { label: 'Referensi', value: row.reff, code: true },
        { label: 'Saldo setelahnya', value: row.saldo === null ? null : senText(row.saldo) },
        { label: 'Tiket', value: row.invoice, code: true },
        { label: 'Diminta oleh', value: row.askedby },
        { label: 'Dijelaskan', value: row.explainedat && `${row.explainedby ?? 'Otomatis'}, ${wib(row.explainedat)}` },
        { label: 'Diterima', value: wib(row.createat) },
        { label: 'Menurut layanan mutasi sekarang', value: row.ralat && `${restatementText(row.ralat)} (${wib(row.ralat.createat)})` },
      ]}
    />
    <StatementActions row={row} onOpen={onOpen} />
  </Stack>
)

// — Statement state

const known = { colour: 'green', icon: IconCheck } as const
const looks: Record<Explanation, { colour: StatusColour; icon: TablerIcon }> = {
  new: { colour: 'gray', icon: IconHelp },
  deposit: known,
  cash_out: known,
  cash_transfer: known,
  correction: known,
  unmatched: { colour: 'orange', icon: IconUserQuestion },
  noted: { colour: 'blue', icon: IconNote },
}

const StatementState = ({ row: { status, askedby } }: { row: Statement }) =>
  askedby === null ? (
    <StatusBadge {...looks[status]} label={explanationLabels[status]} />
  ) : (
    <StatusBadge colour="blue" icon={IconUsers} label={waitsForSecond} />
  )

// — Statement actions

type StatementDialogName = 'assign' | 'explain' | 'reopen'

interface StatementActionsProps {
  row: Statement
  onOpen: (dialog: StatementDialogName) => void
}

/**
 * The actions on a row of a bank statement: assign its money, explain the row, or revoke the explanation. While a decision waits for a second
 * administrator, the row can be neither assigned nor explained.
 */
function StatementActions({ row, onOpen }: StatementActionsProps) {
  const isUndecided = row.askedby === null
  const waits = isUndecided && (row.status === 'new' || row.status === 'unmatched')
  return (
    <Group gap="xs">
      {isUndecided && row.unmatched !== null && (
        <Button size="sm" onClick={() => onOpen('assign')}>
          Jodohkan
        </Button>
      )}
      {waits && (
        <Button size="sm" variant="default" onClick={() => onOpen('explain')}>
          Jelaskan
        </Button>
      )}
      {mayBeOpened(row) && (
        <Button size="sm" variant="default" onClick={() => onOpen('reopen')}>
          Buka lagi
        </Button>
      )}
    </Group>
  )
}

interface OpenedDialog {
  dialog: StatementDialogName
  /** As it was when the dialog was opened. The server refuses a decision about a row that has changed since. */
  row: Statement
}

function StatementDialog({ dialog, row, onClose }: OpenedDialog & { onClose: () => void }) {
  const named = `${bankNames[row.bankcode]} ${senText(row.mutasi)}, ${row.keterangan}`
  if (dialog === 'reopen') return <DecideByReason call="reopen" id={row.id} named={named} onClose={onClose} />
  if (dialog === 'assign') return row.unmatched === null ? null : <AssignDialog id={row.unmatched} named={named} onClose={onClose} />
  const waits = row.unmatched === null ? null : rupiahOf(row.mutasi)
  return <ExplainDialog statement={row.id} named={named} waits={waits} onClose={onClose} />
}

/** Converts sen to whole rupiah. Suspense money has no fraction of a rupiah. */
const rupiahOf = (sen: bigint) => sen / 100n

/**
 * Whether the explanation can be revoked here. An automatic explanation by a paid top-up ticket is revoked only together with the ticket; the server
 * checks all other cases.
 */
const mayBeOpened = ({ status, explainedby }: Statement): boolean =>
  status !== 'new' && status !== 'unmatched' && (status !== 'deposit' || explainedby !== null)
