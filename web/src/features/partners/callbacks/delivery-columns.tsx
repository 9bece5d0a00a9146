import { wib } from '@lapak/contract/shared/time-text'
import type { Delivery } from '#features/partners/callbacks/callbacks.api.ts'
import classes from '#features/partners/callbacks/delivery-list.module.css'
import { DeliveryBadge } from '#features/partners/callbacks/delivery-state.tsx'
import type { Column } from '#ui/data-table-props.ts'

const answered = (status: number | null): string => (status === null ? '–' : `HTTP ${status}`)

export const deliveryColumns: Column<Delivery>[] = [
  { key: 'id', title: 'ID', width: 80, sortable: true, cell: (row) => row.id.toString() },
  { key: 'createat', title: 'Dibuat', width: 160, cell: (row) => <span className={classes.moment}>{wib(row.createat)}</span> },
  {
    key: 'reffclient',
    title: 'Reff Client',
    width: 150,
    cell: (row) => <code className={classes.code}>{row.reffclient ?? row.event}</code>,
  },
  { key: 'url', title: 'Alamat', width: 220, from: 'md', cell: (row) => <code className={classes.code}>{row.url}</code> },
  { key: 'tries', title: 'Percobaan', width: 92, numeric: true, cell: (row) => row.tries },
  { key: 'status', title: 'Jawaban', width: 96, cell: (row) => answered(row.status) },
  { key: 'state', title: 'Status', width: 120, cell: (row) => <DeliveryBadge of={row.state} /> },
]

export function DeliveryCard({ row }: { row: Delivery }) {
  return (
    <div className={classes.card}>
      <div className={classes.line}>
        <code className={classes.code}>{row.reffclient ?? row.event}</code>
        <DeliveryBadge of={row.state} />
      </div>
      <span className={classes.moment}>
        {wib(row.createat)} · {row.tries} percobaan · {answered(row.status)}
      </span>
    </div>
  )
}
