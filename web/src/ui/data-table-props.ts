import type { ReactNode } from 'react'
import type { TableSearch, TableState } from '#ui/table-state.ts'

export interface Column<Row> {
  /** The field's name on the wire, which is also its name for sorting. */
  key: string
  title: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  numeric?: boolean
  /** Least width in px. */
  width: number
  /** 'md' keeps a column off tablets; the row's details have it. */
  from?: 'md'
}

export interface DataTableProps<Row> {
  /** The list's name, under which this browser remembers sort, columns and density. */
  name: string
  /** What the table lists, for screen readers. */
  label: string
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  /** A row on a phone: the three facts that matter. */
  card: (row: Row) => ReactNode
  rows: Row[] | undefined
  total: number
  state: TableState
  onChange: (change: TableSearch) => void
  error: Error | null
  onRetry: () => void
  /** The rows of the last question are still shown while the next answer is on its way. */
  stale?: boolean
  empty: ReactNode
  onOpen?: (row: Row) => void
  /** Rows that belong together get a head above the first of them. */
  group?: ((row: Row) => { key: string; head: ReactNode }) | undefined
  /** How often each row changed while it was shown; a grown number lights the row up for a moment. */
  changes?: ReadonlyMap<string, number>
  search?: ReactNode
  /** Beside the search; on phones behind a button. */
  filters?: ReactNode
  /** Whether one of the filters is in use. */
  filtered?: boolean
}

/** The head that stands above a row: where another group begins. */
export function headAbove<Row>({ group, rows }: Pick<DataTableProps<Row>, 'group' | 'rows'>, place: number): ReactNode {
  const [row, before] = [rows?.[place], rows?.[place - 1]]
  if (!group || !row) return null
  const { key, head } = group(row)
  return before && group(before).key === key ? null : head
}
