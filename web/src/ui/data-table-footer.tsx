import { dotted } from '@lapak/contract/money'
import { NativeSelect, Pagination, Text } from '@mantine/core'
import classes from '#ui/data-table.module.css'
import { pageSizes, type TableSearch, type TableState } from '#ui/table-state.ts'

interface FooterProps {
  state: TableState
  total: number
  compact: boolean
  onChange: (change: TableSearch) => void
}

const controlNames = { first: 'Halaman pertama', previous: 'Halaman sebelumnya', next: 'Halaman berikutnya', last: 'Halaman terakhir' }

/** Which rows these are of how many, how many per page, and the way to the others. */
export function DataTableFooter({ state, total, compact, onChange }: FooterProps) {
  const size = state.size < 0 ? total : state.size
  const first = (state.page - 1) * size + 1
  const last = Math.min(total, first + size - 1)
  return (
    <div className={classes.footer}>
      <Text size="sm" c="dimmed" className={classes.range}>
        {dotted(first)}–{dotted(last)} dari {dotted(total)}
      </Text>
      <NativeSelect
        size="sm"
        aria-label="Baris per halaman"
        value={String(state.size)}
        data={[...new Set([...pageSizes, state.size])].map((count) => ({
          value: String(count),
          label: count < 0 ? 'Semua' : `${count} baris`,
        }))}
        onChange={(event) => onChange({ size: Number(event.currentTarget.value), page: undefined })}
      />
      <Pagination
        classNames={{ root: classes.pages, control: classes.page }}
        total={Math.max(1, Math.ceil(total / Math.max(size, 1)))}
        value={state.page}
        siblings={compact ? 0 : 1}
        size={compact ? 40 : 36}
        gap={4}
        onChange={(page) => onChange({ page: page === 1 ? undefined : page })}
        getItemProps={(page) => ({ 'aria-label': `Halaman ${page}` })}
        getControlProps={(control) => ({ 'aria-label': controlNames[control] })}
      />
    </div>
  )
}
