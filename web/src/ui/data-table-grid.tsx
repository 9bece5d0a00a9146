import { Skeleton, Table } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { Fragment } from 'react'
import classes from '#ui/data-table.module.css'
import type { Density } from '#ui/data-table-menu.tsx'
import { type Column, type DataTableProps, headAbove } from '#ui/data-table-props.ts'
import { splitSort } from '#ui/table-state.ts'

interface GridProps<Row> extends DataTableProps<Row> {
  density: Density
  onSort: (sort: string) => void
}

/** The list as a table, from tablets up. */
export function DataTableGrid<Row>(props: GridProps<Row>) {
  const { columns, rows, rowKey, state, label, density, stale, changes, onSort, onOpen } = props
  const least = columns.reduce((sum, column) => sum + column.width, 0)
  return (
    <div className={classes.scroll} data-stale={stale || undefined} aria-busy={!rows || stale} tabIndex={-1}>
      <Table
        stickyHeader
        highlightOnHover={Boolean(rows && onOpen)}
        className={classes.table}
        data-density={density}
        style={{ minWidth: least }}
        aria-label={label}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={state.sort} onSort={onSort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows
            ? rows.map((row, place) => {
                const change = changes?.get(rowKey(row))
                const head = headAbove(props, place)
                return (
                  <Fragment key={rowKey(row)}>
                    {head && (
                      <Table.Tr className={classes.group}>
                        <Table.Th colSpan={columns.length} scope="rowgroup">
                          {head}
                        </Table.Th>
                      </Table.Tr>
                    )}
                    <Table.Tr
                      data-opens={onOpen ? true : undefined}
                      data-change={change ? change % 2 : undefined}
                      onClick={() => onOpen?.(row)}
                    >
                      {columns.map((column) => (
                        <Table.Td key={column.key} data-numeric={column.numeric || undefined}>
                          {column.cell(row)}
                        </Table.Td>
                      ))}
                    </Table.Tr>
                  </Fragment>
                )
              })
            : Array.from({ length: Math.min(Math.max(state.size, 1), 10) }, (_, line) => (
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

function HeadCell<Row>({ column, sort, onSort }: { column: Column<Row>; sort: string; onSort: (sort: string) => void }) {
  const { field, descending } = splitSort(sort)
  const active = field === column.key
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
