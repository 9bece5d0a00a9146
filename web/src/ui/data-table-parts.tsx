import { ActionIcon, Checkbox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import classes from '#ui/data-table.module.css'
import type { TableBodyProps } from '#ui/data-table-props.ts'

interface PartProps<Row extends { id: bigint }> extends Pick<TableBodyProps<Row>, 'bulk' | 'selected' | 'rowDetails' | 'expanded'> {
  row: Row
}

/** The checkbox that selects a row. The whole cell around the checkbox can be pressed. */
export function SelectRowCheckbox<Row extends { id: bigint }>({ row, bulk, selected }: PartProps<Row>) {
  if (!bulk) return null
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is in it, and has its own name
    <label className={classes.choose}>
      <Checkbox size="sm" aria-label={`Pilih ${bulk.label(row)}`} checked={selected.has(row.id)} onChange={() => selected.toggle(row.id)} />
    </label>
  )
}

export function ExpandRowButton<Row extends { id: bigint }>({ row, rowDetails, expanded }: PartProps<Row>) {
  if (!rowDetails) return null
  const open = expanded.has(row.id)
  return (
    <ActionIcon
      size="sm"
      className={classes.unfold}
      aria-label={rowDetails.label(row)}
      aria-expanded={open}
      onClick={() => expanded.toggle(row.id)}
    >
      <IconChevronDown size={18} aria-hidden />
    </ActionIcon>
  )
}
