import { Skeleton, Table } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { Fragment } from 'react'
import classes from '#ui/data-table.module.css'
import type { Density } from '#ui/data-table-menu.tsx'
import { type Column, type DataTableProps, headAbove } from '#ui/data-table-props.ts'

interface GridProps<Row extends { id: bigint }> extends DataTableProps<Row> {
  density: Density
}

/** The list as a table, from tablets up. */
export function DataTableGrid<Row extends { id: bigint }>(props: GridProps<Row>) {
  const { list, columns, label, density, changes, opens } = props
  const { rows, stale, sort, sortBy, size } = list
  const least = columns.reduce((sum, column) => sum + column.width, 0)
  return (
    <div className={classes.scroll} data-stale={stale || undefined} aria-busy={!rows || stale} tabIndex={-1}>
      <Table
        stickyHeader
        highlightOnHover={Boolean(rows && opens)}
        className={classes.table}
        data-density={density}
        style={{ minWidth: least }}
        aria-label={label}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={sort} onSort={sortBy} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows
            ? rows.map((row, place) => {
                const change = changes?.get(row.id.toString())
                const head = headAbove(props, place)
                return (
                  <Fragment key={row.id.toString()}>
                    {head && (
                      <Table.Tr className={classes.group}>
                        <Table.Th colSpan={columns.length} scope="rowgroup">
                          {head}
                        </Table.Th>
                      </Table.Tr>
                    )}
                    <Table.Tr
                      data-opens={opens ? true : undefined}
                      data-change={change ? change % 2 : undefined}
                      onClick={() => opens?.open(row)}
                    >
                      {columns.map((column, place) => (
                        <Table.Td key={column.key} data-numeric={column.numeric || undefined}>
                          {opens && place === 0 ? <OpenButton row={row} column={column} opens={opens} /> : column.cell(row)}
                        </Table.Td>
                      ))}
                    </Table.Tr>
                  </Fragment>
                )
              })
            : Array.from({ length: Math.min(Math.max(size, 1), 10) }, (_, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
                <Table.Tr key={line}>
                  {columns.map((column) => (
                    <Table.Td key={column.key}>
                      <Skeleton height={14} width={`${55 + ((line * 7 + column.width) % 40)}%`} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

interface OpenProps<Row extends { id: bigint }> extends Required<Pick<DataTableProps<Row>, 'opens'>> {
  row: Row
  column: Column<Row>
}

/** The way into the row for a keyboard; a click anywhere on the row does the same. */
function OpenButton<Row extends { id: bigint }>({ row, column, opens }: OpenProps<Row>) {
  return (
    <button
      type="button"
      className={classes.opener}
      aria-label={opens.label(row)}
      onClick={(event) => {
        event.stopPropagation()
        opens.open(row)
      }}
    >
      {column.cell(row)}
    </button>
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
