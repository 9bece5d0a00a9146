import { ActionIcon, Checkbox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import classes from '#ui/data-table.module.css'
import type { FormProps } from '#ui/data-table-props.ts'

interface PartProps<Row extends { id: bigint }> extends Pick<FormProps<Row>, 'bulk' | 'chosen' | 'unfolds' | 'unfolded'> {
  row: Row
}

/** The checkbox that selects a row. The whole cell around the checkbox can be pressed. */
export function Choose<Row extends { id: bigint }>({ row, bulk, chosen }: PartProps<Row>) {
  if (!bulk) return null
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is in it, and has its own name
    <label className={classes.choose}>
      <Checkbox size="sm" aria-label={`Pilih ${bulk.label(row)}`} checked={chosen.has(row.id)} onChange={() => chosen.toggle(row.id)} />
    </label>
  )
}

export function Unfold<Row extends { id: bigint }>({ row, unfolds, unfolded }: PartProps<Row>) {
  if (!unfolds) return null
  const open = unfolded.has(row.id)
  return (
    <ActionIcon
      size="sm"
      className={classes.unfold}
      aria-label={unfolds.label(row)}
      aria-expanded={open}
      onClick={() => unfolded.toggle(row.id)}
    >
      <IconChevronDown size={18} aria-hidden />
    </ActionIcon>
  )
}
