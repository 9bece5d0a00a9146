import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { TableList } from '#lib/use-list.ts'
import type { IdSet } from '#ui/id-set.ts'
import type { BulkAction } from '#ui/use-bulk.ts'

/** The density of rows. */
export type Density = 'normal' | 'tight'

export interface Column<Row> {
  /** The name of the field on the wire, also used for sorting. */
  key: string
  title: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  numeric?: boolean
  /** The minimum width in px. */
  width: number
  /** 'md' hides a column on tablets; the row's details contain it. */
  from?: 'md'
  /** Hidden by default; the table's menu can show it. */
  off?: true
}

/** The empty state: the reason and the next step. */
export interface Nothing {
  icon: TablerIcon
  title: string
  hint?: string
  action?: ReactNode
}

export interface DataTableProps<Row extends { id: bigint }> {
  /** The result of `useList`. */
  list: TableList<Row>
  /** The subject of the table, for screen readers. */
  label: string
  /** The first column names the row: it is sticky, cannot be hidden, and opens the row. */
  columns: Column<Row>[]
  /** A row on a phone, with the three most important facts. */
  card: (row: Row) => ReactNode
  /** Shown if the list is empty without search and filters. */
  nothing: Nothing
  /** Shown if search and filters match nothing. */
  noMatch?: Pick<Nothing, 'title' | 'hint' | 'action'>
  /** The default density. */
  density?: Density
  /** What the search matches; undefined for no search. */
  searchFor?: string
  /** Next to the search; on phones behind a button. */
  filters?: ReactNode
  /** Sums of all filtered rows, at the end of the toolbar. */
  sums?: ReactNode
  /** On phones, an action next to the card; on wider screens a column has it. */
  cardAction?: (row: Row) => ReactNode
  /** Opens the row over the page; `label` is for screen readers. */
  opens?: { label: (row: Row) => string; open: (row: Row) => void }
  /** Details of a row, expanded below it; `label` is for screen readers. */
  unfolds?: { label: (row: Row) => string; detail: (row: Row) => ReactNode }
  /** Bulk actions; `label` names a row. */
  bulk?: { label: (row: Row) => string; actions: BulkAction<Row>[] }
  /** Sums of the shown rows by column key. */
  totals?: { label: string; of: (rows: Row[]) => Record<string, ReactNode> }
  /** Groups consecutive rows and adds a head above the first of each group. */
  group?: ((row: Row) => { key: string; head: ReactNode }) | undefined
  /** How often each row changed while it was shown; an increase highlights the row for a moment. */
  changes?: ReadonlyMap<string, number>
}

/** Lists from this length on are virtualised: rendering thousands of rows at once would block the browser. */
export const longFrom = 201

/** The head above a row, if a new group begins there. */
export function headAbove<Row extends { id: bigint }>(
  { group, list: { rows } }: Pick<DataTableProps<Row>, 'group' | 'list'>,
  place: number,
): ReactNode {
  const [row, before] = [rows?.[place], rows?.[place - 1]]
  if (!group || !row) return null
  const { key, head } = group(row)
  return before && group(before).key === key ? null : head
}

/** What both forms of the table also need: the selected and the expanded rows. */
export interface FormProps<Row extends { id: bigint }> extends DataTableProps<Row> {
  chosen: IdSet
  unfolded: IdSet
}
