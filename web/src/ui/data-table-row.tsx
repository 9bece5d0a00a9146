import classes from '#ui/data-table.module.css'
import { Choose, Unfold } from '#ui/data-table-parts.tsx'
import { type Column, type DataTableProps, type FormProps, headAbove, longFrom } from '#ui/data-table-props.ts'
import { Table } from '#ui/table.tsx'

interface RowProps<Row extends { id: bigint }> extends FormProps<Row> {
  row: Row
  /** Whether something stands before the first column. */
  hasLead: boolean
  /** Its number in the table, where not all rows are built. */
  at: number | undefined
}

/** A row with the head of its group, where another one begins. */
export function PlacedRow<Row extends { id: bigint }>({ place, ...props }: FormProps<Row> & { place: number; hasLead: boolean }) {
  const row = props.list.rows?.[place]
  if (!row) return null
  return (
    <>
      <GroupHead {...props} place={place} span={props.columns.length + (props.hasLead ? 1 : 0)} />
      <GridRow {...props} row={row} at={(props.list.rows?.length ?? 0) < longFrom ? undefined : place + 2} />
    </>
  )
}

function GroupHead<Row extends { id: bigint }>({ place, span, ...props }: FormProps<Row> & { place: number; span: number }) {
  const head = headAbove(props, place)
  if (!head) return null
  return (
    <Table.Tr className={classes.group}>
      <Table.Th colSpan={span} scope="rowgroup">
        {head}
      </Table.Th>
    </Table.Tr>
  )
}

/** A row of the table, and what is unfolded below it. */
function GridRow<Row extends { id: bigint }>(props: RowProps<Row>) {
  const { row, columns, changes, opens, chosen, unfolds, unfolded, hasLead } = props
  const change = changes?.get(row.id.toString())
  return (
    <>
      <Table.Tr
        aria-rowindex={props.at}
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
