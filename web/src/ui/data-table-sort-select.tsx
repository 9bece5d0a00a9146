import { NativeSelect } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import type { Column } from '#ui/data-table-props.ts'

/** Sorting where there are no column heads to press. */
export function SortSelect<Row>({ columns, sort, onSort }: { columns: Column<Row>[]; sort: string; onSort: (sort: string) => void }) {
  const choices = columns
    .filter((column) => column.sortable)
    .flatMap((column) => [
      { value: `${column.key},DESC`, label: `${column.title} ↓` },
      { value: `${column.key},ASC`, label: `${column.title} ↑` },
    ])
  return (
    <NativeSelect
      size="sm"
      w="100%"
      aria-label="Urutkan"
      leftSection={<IconArrowsSort size={16} />}
      value={sort}
      data={choices}
      onChange={(event) => onSort(event.currentTarget.value)}
    />
  )
}
