import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { TableList } from '#lib/use-list.ts'
import type { IdSet } from '#ui/id-set.ts'
import type { BulkAction } from '#ui/use-bulk.ts'

/** How close rows stand. */
export type Density = 'normal' | 'tight'

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
  /** Stays away until somebody asks for it in the table's menu. */
  off?: true
}

/** Why there is nothing here, and the next step. */
export interface Nothing {
  icon: TablerIcon
  title: string
  hint?: string
  action?: ReactNode
}

export interface DataTableProps<Row extends { id: bigint }> {
  /** What `useList` gives. */
  list: TableList<Row>
  /** What the table lists, for screen readers. */
  label: string
  /** The first one names the row: it stays in sight, cannot be hidden and opens the row. */
  columns: Column<Row>[]
  /** A row on a phone: the three facts that matter. */
  card: (row: Row) => ReactNode
  /** While the list is empty without search and filters. */
  nothing: Nothing
  /** While search and filters find nothing. */
  noMatch?: Pick<Nothing, 'title' | 'hint' | 'action'>
  /** How close its rows stand until somebody chooses otherwise. */
  density?: Density
  /** What the search finds; without it there is none. */
  searchFor?: string
  /** Beside the search; on phones behind a button. */
  filters?: ReactNode
  /** Sums of all that is found, at the end of the line of tools. */
  sums?: ReactNode
  /** On phones, what can be done with the row at one tap, beside its card; on wider screens a column has it. */
  cardAction?: (row: Row) => ReactNode
  /** Opens the row over the page; `label` says so to screen readers. */
  opens?: { label: (row: Row) => string; open: (row: Row) => void }
  /** More about a row, unfolded below it; `label` says of what. */
  unfolds?: { label: (row: Row) => string; detail: (row: Row) => ReactNode }
  /** What can be done with several rows at once; `label` names a row. */
  bulk?: { label: (row: Row) => string; actions: BulkAction<Row>[] }
  /** Sums of the rows that are shown, by the keys of their columns. */
  totals?: { label: string; of: (rows: Row[]) => Record<string, ReactNode> }
  /** Rows that belong together get a head above the first of them. */
  group?: ((row: Row) => { key: string; head: ReactNode }) | undefined
  /** How often each row changed while it was shown; a grown number lights the row up for a moment. */
  changes?: ReadonlyMap<string, number>
}

/** Lists of so many rows are built only where they are seen: thousands at once would stop the browser. */
export const longFrom = 201

/** The head that stands above a row: where another group begins. */
export function headAbove<Row extends { id: bigint }>(
  { group, list: { rows } }: Pick<DataTableProps<Row>, 'group' | 'list'>,
  place: number,
): ReactNode {
  const [row, before] = [rows?.[place], rows?.[place - 1]]
  if (!group || !row) return null
  const { key, head } = group(row)
  return before && group(before).key === key ? null : head
}

/** What both forms of the table need besides: the rows that are chosen and those that are unfolded. */
export interface FormProps<Row extends { id: bigint }> extends DataTableProps<Row> {
  chosen: IdSet
  unfolded: IdSet
}
