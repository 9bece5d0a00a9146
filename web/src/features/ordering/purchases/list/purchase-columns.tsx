import type { PurchaseRow } from '@lapak/contract/ordering/purchases'
import { wib } from '@lapak/contract/shared/time-text'
import { BuyAgainButton } from '#features/ordering/purchases/list/buy-again-button.tsx'
import classes from '#features/ordering/purchases/list/purchase-columns.module.css'
import { PurchaseStatus } from '#features/ordering/purchases/list/purchase-status.tsx'
import { splitReason } from '#features/ordering/purchases/list/reason-text.ts'
import { shortName } from '#lib/short-name.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import type { Column } from '#ui/data-table-props.ts'
import { Rupiah } from '#ui/money.tsx'

/** The number of characters of a reference that fit into the column's minimum width. */
const referenceLength = 12

export const purchaseColumns: Column<PurchaseRow>[] = [
  { key: 'id', title: 'ID', width: 76, sortable: true, cell: (row) => row.id.toString() },
  { key: 'createat', title: 'Dibuat', width: 108, sortable: true, cell: (row) => <Moment of={row.createat} /> },
  { key: 'updateat', title: 'Diperbarui', width: 108, sortable: true, visibleFrom: 'md', cell: (row) => <Moment of={row.updateat} /> },
  {
    key: 'reffclient',
    title: 'Reff Client',
    width: 108,
    sortable: true,
    visibleFrom: 'md',
    cell: (row) => <Code text={row.reffclient} shown={tail(row.reffclient)} />,
  },
  { key: 'productcode', title: 'Kode', width: 74, sortable: true, visibleFrom: 'md', cell: (row) => <Code text={row.productcode} /> },
  { key: 'productname', title: 'Produk', width: 132, cell: (row) => row.productname },
  { key: 'target', title: 'Tujuan', width: 110, sortable: true, cell: (row) => <Code text={row.target} whole /> },
  { key: 'again', title: 'Beli lagi', width: 60, cell: (row) => <BuyAgainButton row={row} inRow /> },
  { key: 'sellprice', title: 'Harga', width: 92, numeric: true, sortable: true, cell: (row) => <Rupiah of={row.sellprice} /> },
  {
    key: 'sellername',
    title: 'Suplier',
    width: 116,
    visibleFrom: 'md',
    cell: (row) => <span title={row.sellername}>{shortName(row.sellername)}</span>,
  },
  { key: 'transactionrc', title: 'Status', width: 104, sortable: true, cell: (row) => <PurchaseStatus of={row.transactionrc} /> },
  {
    key: 'serialnumber',
    title: 'Serial Number',
    width: 256,
    visibleFrom: 'md',
    cell: (row) => row.serialnumber && <Serial text={row.serialnumber} />,
  },
  {
    key: 'description',
    title: 'Keterangan',
    width: 104,
    visibleFrom: 'md',
    cell: (row) =>
      row.description && (
        <span className={classes.note} title={row.description}>
          {splitReason(row.description).reason}
        </span>
      ),
  },
]

function Moment({ of }: { of: Date }) {
  const [day, ...time] = wib(of).split(' ')
  return (
    <time dateTime={of.toISOString()} className={classes.moment}>
      {day} <span>{time.join(' ')}</span>
    </time>
  )
}

function Code({ text, shown = text, whole = false }: { text: string; shown?: string; whole?: boolean }) {
  return (
    <span className={classes.code} data-whole={whole || undefined} title={whole ? undefined : text}>
      {shown}
    </span>
  )
}

/** References of one day often begin with the same characters, so the last characters are shown. */
const tail = (reference: string): string => (reference.length > referenceLength ? `…${reference.slice(1 - referenceLength)}` : reference)

function Serial({ text }: { text: string }) {
  return (
    <span className={classes.serial}>
      <span className={classes.number}>{text}</span>
      <CopyButton text={text} label="Salin serial number" />
    </span>
  )
}
