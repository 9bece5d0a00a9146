import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { TableList } from '#lib/use-list.ts'
import type { IdSet } from '#ui/id-set.ts'
import type { BulkAction } from '#ui/use-bulk.ts'

/** The density of rows. */
export type Density = 'normal' | 'tight'

export interface Column<Row> {
  /** The name of the field in the answer of the server, which is also used for sorting. */
  key: string
  title: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  numeric?: boolean
  /** The minimum width in px. */
  width: number
  /** With 'md', the column is hidden on tablets; the details of the row contain its value. */
  visibleFrom?: 'md'
  /** Whether the column is hidden by default; the menu of the table can show it. */
  hiddenByDefault?: true
}

/** The text of an empty list: the reason, and what to do next. */
export interface EmptyStateText {
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
  /** The columns. The first column names the row: it is sticky, cannot be hidden, and opens the row. */
  columns: Column<Row>[]
  /** A row on a phone, with the three most important facts. */
  card: (row: Row) => ReactNode
  /** Shown if the list is empty although there is no search and no filter. */
  emptyState: EmptyStateText
  /** Shown if no row matches the search and the filters. */
  noResultsState?: Pick<EmptyStateText, 'title' | 'hint' | 'action'>
  /** The default density of rows. */
  density?: Density
  /** Which fields the search compares; undefined if the list has no search. */
  searchPlaceholder?: string
  /** The filters, shown next to the search; on phones they are behind a button. */
  filters?: ReactNode
  /** Totals of all filtered rows, shown at the end of the toolbar. */
  sums?: ReactNode
  /** An action next to the card of a row, on phones. On wider screens, a column contains the action. */
  cardAction?: (row: Row) => ReactNode
  /** Opens the row over the page; `label` is for screen readers. */
  rowLink?: { label: (row: Row) => string; open: (row: Row) => void }
  /** The details of a row, which can be expanded below it; `label` is for screen readers. */
  rowDetails?: { label: (row: Row) => string; detail: (row: Row) => ReactNode }
  /** The bulk actions; `label` identifies a row. */
  bulk?: { label: (row: Row) => string; actions: BulkAction<Row>[] }
  /** Totals of the shown rows, by column key. */
  totals?: { label: string; of: (rows: Row[]) => Record<string, ReactNode> }
  /** Groups consecutive rows and adds a head above the first of each group. */
  group?: ((row: Row) => { key: string; head: ReactNode }) | undefined
  /** How often each row changed while it was shown. When the number increases, the row is highlighted for a moment. */
  rowChanges?: ReadonlyMap<string, number>
}

/** Lists with at least this number of rows are virtualised: rendering thousands of rows together would block the browser. */
export const virtualizeFrom = 201

/** The head of a group, if a new group begins at this row. */
export function groupHeadAbove<Row extends { id: bigint }>(
  { group, list: { rows } }: Pick<DataTableProps<Row>, 'group' | 'list'>,
  place: number,
): ReactNode {
  const [row, before] = [rows?.[place], rows?.[place - 1]]
  if (!group || !row) return null
  const { key, head } = group(row)
  return before && group(before).key === key ? null : head
}

/** What both the table and the cards need in addition: the selected and the expanded rows. */
export interface TableBodyProps<Row extends { id: bigint }> extends DataTableProps<Row> {
  selected: IdSet
  expanded: IdSet
}
