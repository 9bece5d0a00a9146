import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { lazy, Suspense, type UIEvent, useState } from 'react'
import classes from '#ui/data-table.module.css'
import { SelectAllCheckbox } from '#ui/data-table-bulk.tsx'
import { ExpandRowButton, SelectRowCheckbox } from '#ui/data-table-parts.tsx'
import {
  type Column,
  type DataTableProps,
  type Density,
  groupHeadAbove,
  type TableBodyProps,
  virtualizeFrom,
} from '#ui/data-table-props.ts'
import { Table } from '#ui/table.tsx'

interface GridProps<Row extends { id: bigint }> extends TableBodyProps<Row> {
  density: Density
}

// This module contains the virtualisation library, which is not needed for short lists.
const VirtualGridRows = lazy(() => import('#ui/data-table-virtual.tsx').then((module) => ({ default: module.VirtualGridRows })))

/** The widths in px of the columns before the first data column: the checkbox, and the button that expands a row. */
const chooseWidth = 44
const unfoldWidth = 36

/** The list as a table, for tablets and desktops. The head, the first column and the totals are sticky. */
export function DataTableGrid<Row extends { id: bigint }>(props: GridProps<Row>) {
  const { list, columns, label, density, bulk, rowDetails, selected } = props
  const { rows, isStale, sort, setSort } = list
  const [scroll, setScroll] = useState<HTMLDivElement | null>(null)
  const lead = (bulk ? chooseWidth : 0) + (rowDetails ? unfoldWidth : 0)
  const least = columns.reduce((sum, column) => sum + column.width, lead)
  return (
    <div
      ref={setScroll}
      className={classes.scroll}
      data-stale={isStale || undefined}
      aria-busy={!rows || isStale}
      tabIndex={-1}
      onScroll={markScrolled}
      style={{ ['--lead' as string]: `${lead}px` }}
    >
      <Table
        stickyHeader
        className={classes.table}
        data-density={density}
        style={{ minWidth: least }}
        aria-label={label}
        // Needed because only a part of a long list is in the document.
        aria-rowcount={rows && rows.length >= virtualizeFrom ? rows.length + 1 : undefined}
      >
        <Table.Thead>
          <Table.Tr>
            {lead > 0 && (
              <Table.Th className={classes.lead} style={{ width: lead }}>
                {bulk ? (
                  // biome-ignore lint/a11y/noLabelWithoutControl: the box is in it, and has its own name
                  <label className={classes.choose}>
                    <SelectAllCheckbox rows={rows ?? []} chosen={selected} />
                  </label>
                ) : (
                  <VisuallyHidden>Rincian</VisuallyHidden>
                )}
              </Table.Th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={sort} onSort={setSort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        {!rows ? (
          <TextSkeleton {...props} hasLead={lead > 0} />
        ) : rows.length < virtualizeFrom ? (
          <Table.Tbody>
            {rows.map((row, place) => (
              <PlacedRow key={row.id.toString()} {...props} place={place} hasLead={lead > 0} />
            ))}
          </Table.Tbody>
        ) : (
          <Suspense fallback={<TextSkeleton {...props} hasLead={lead > 0} />}>
            <VirtualGridRows
              count={rows.length}
              density={density}
              scroll={scroll}
              keyOf={(place) => rows[place]?.id.toString()}
              rowAt={(place) => <PlacedRow {...props} place={place} hasLead={lead > 0} />}
            />
          </Suspense>
        )}
        <Totals {...props} hasLead={lead > 0} />
      </Table>
    </div>
  )
}

function TextSkeleton<Row extends { id: bigint }>({ columns, list: { size }, hasLead }: TableBodyProps<Row> & { hasLead: boolean }) {
  return (
    <Table.Tbody>
      {Array.from({ length: size < 0 ? 10 : Math.min(size, 10) }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
        <Table.Tr key={line}>
          {hasLead && <Table.Td className={classes.lead} />}
          {columns.map((column) => (
            <Table.Td key={column.key}>
              <Skeleton height={14} width={`${55 + ((line * 7 + column.width) % 40)}%`} />
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  )
}

/** Marks the table while it is scrolled horizontally: the sticky columns have a shadow only while other columns are scrolled below them. */
function markScrolled({ currentTarget }: UIEvent<HTMLElement>) {
  currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0)
}

/** The row of totals. Its label spans the columns before the first total. */
function Totals<Row extends { id: bigint }>({ columns, list: { rows }, totals, hasLead }: TableBodyProps<Row> & { hasLead: boolean }) {
  if (!rows || !totals) return null
  const sums = totals.of(rows)
  const first = columns.findIndex(({ key }) => key in sums)
  if (first < 1) return null
  return (
    <Table.Tfoot className={classes.totals}>
      <Table.Tr>
        <Table.Th scope="row" colSpan={first + (hasLead ? 1 : 0)}>
          {totals.label}
        </Table.Th>
        {columns.slice(first).map(({ key, numeric }) => (
          <Table.Td key={key} data-numeric={numeric || undefined}>
            {sums[key]}
          </Table.Td>
        ))}
      </Table.Tr>
    </Table.Tfoot>
  )
}

function HeadCell<Row>({ column, sort, onSort }: { column: Column<Row>; sort: string; onSort: (sort: string) => void }) {
  const [field, direction] = sort.split(',')
  const active = field === column.key
  const descending = direction !== 'ASC'
  const Icon = active ? (descending ? IconArrowDown : IconArrowUp) : IconArrowsSort
  return (
    <Table.Th
      style={{ width: column.width }}
      data-numeric={column.numeric || undefined}
      aria-sort={active ? (descending ? 'descending' : 'ascending') : undefined}
    >
      {column.sortable ? (
        <button
          type="button"
          className={classes.sort}
          data-active={active || undefined}
          onClick={() => onSort(`${column.key},${active && descending ? 'ASC' : 'DESC'}`)}
        >
          {column.title}
          <Icon size={13} aria-hidden />
        </button>
      ) : (
        column.title
      )}
    </Table.Th>
  )
}

// — Data table row

interface RowProps<Row extends { id: bigint }> extends TableBodyProps<Row> {
  row: Row
  /** Whether the table has columns before the first data column. */
  hasLead: boolean
  /** The row's index in the table, set if not all rows are rendered. */
  at: number | undefined
}

/** A row of the table, with the head of its group above it if a new group begins. */
function PlacedRow<Row extends { id: bigint }>({ place, ...props }: TableBodyProps<Row> & { place: number; hasLead: boolean }) {
  const row = props.list.rows?.[place]
  if (!row) return null
  return (
    <>
      <GroupHead {...props} place={place} span={props.columns.length + (props.hasLead ? 1 : 0)} />
      <GridRow {...props} row={row} at={(props.list.rows?.length ?? 0) < virtualizeFrom ? undefined : place + 2} />
    </>
  )
}

function GroupHead<Row extends { id: bigint }>({ place, span, ...props }: TableBodyProps<Row> & { place: number; span: number }) {
  const head = groupHeadAbove(props, place)
  if (!head) return null
  return (
    <Table.Tr className={classes.group}>
      <Table.Th colSpan={span} scope="rowgroup">
        {head}
      </Table.Th>
    </Table.Tr>
  )
}

/** A row of the table, and its details if it is expanded. */
function GridRow<Row extends { id: bigint }>(props: RowProps<Row>) {
  const { row, columns, rowChanges, rowLink, selected, rowDetails, expanded, hasLead } = props
  const change = rowChanges?.get(row.id.toString())
  return (
    <>
      <Table.Tr
        aria-rowindex={props.at}
        data-opens={rowLink ? true : undefined}
        data-chosen={selected.has(row.id) || undefined}
        data-change={change ? change % 2 : undefined}
        onClick={() => rowLink?.open(row)}
      >
        {hasLead && (
          <Table.Td className={classes.lead} onClick={(event) => event.stopPropagation()}>
            <SelectRowCheckbox {...props} />
            <ExpandRowButton {...props} />
          </Table.Td>
        )}
        {columns.map((column, place) => (
          <Table.Td key={column.key} data-numeric={column.numeric || undefined}>
            {rowLink && place === 0 ? <OpenButton row={row} column={column} rowLink={rowLink} /> : column.cell(row)}
          </Table.Td>
        ))}
      </Table.Tr>
      {rowDetails && expanded.has(row.id) && (
        <Table.Tr className={classes.detail}>
          <Table.Td colSpan={columns.length + 1}>{rowDetails.detail(row)}</Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

interface OpenProps<Row extends { id: bigint }> extends Required<Pick<DataTableProps<Row>, 'rowLink'>> {
  row: Row
  column: Column<Row>
}

/** The button with which the keyboard opens the row; a click anywhere on the row opens it too. */
function OpenButton<Row extends { id: bigint }>({ row, column, rowLink }: OpenProps<Row>) {
  return (
    <button
      type="button"
      className={classes.opener}
      aria-label={rowLink.label(row)}
      onClick={(event) => {
        event.stopPropagation()
        rowLink.open(row)
      }}
    >
      {column.cell(row)}
    </button>
  )
}
