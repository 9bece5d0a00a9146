import { Table } from '@mantine/core'
import classes from '#ui/data-table.module.css'
import { Choose, Unfold } from '#ui/data-table-parts.tsx'
import type { Column, DataTableProps, FormProps } from '#ui/data-table-props.ts'

interface RowProps<Row extends { id: bigint }> extends FormProps<Row> {
  row: Row
  /** Whether something stands before the first column. */
  hasLead: boolean
}

/** A row of the table, and what is unfolded below it. */
export function GridRow<Row extends { id: bigint }>(props: RowProps<Row>) {
  const { row, columns, changes, opens, chosen, unfolds, unfolded, hasLead } = props
  const change = changes?.get(row.id.toString())
  return (
    <>
      <Table.Tr
        data-opens={opens ? true : undefined}
        data-chosen={chosen.has(row.id) || undefined}
        data-change={change ? change % 2 : undefined}
        onClick={() => opens?.open(row)}
      >
        {hasLead && (
          <Table.Td className={classes.lead} onClick={(event) => event.stopPropagation()}>
            <Choose {...props} />
            <Unfold {...props} />
          </Table.Td>
        )}
        {columns.map((column, place) => (
          <Table.Td key={column.key} data-numeric={column.numeric || undefined}>
            {opens && place === 0 ? <OpenButton row={row} column={column} opens={opens} /> : column.cell(row)}
          </Table.Td>
        ))}
      </Table.Tr>
      {unfolds && unfolded.has(row.id) && (
        <Table.Tr className={classes.detail}>
          <Table.Td colSpan={columns.length + 1}>{unfolds.detail(row)}</Table.Td>
        </Table.Tr>
      )}
    </>
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
