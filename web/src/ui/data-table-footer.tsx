import { dotted } from '@lapak/contract/shared/money'
import { pageSizeMax } from '@lapak/contract/shared/wire'
import { NativeSelect, Pagination, Text } from '@mantine/core'
import type { TableList } from '#lib/use-list.ts'
import classes from '#ui/data-table.module.css'

interface FooterProps {
  list: TableList<unknown>
  compact: boolean
  onTurn: (page: number) => void
}

const controlNames = { first: 'Halaman pertama', previous: 'Halaman sebelumnya', next: 'Halaman berikutnya', last: 'Halaman terakhir' }

/** Which rows these are of how many, how many per page, and the way to the others. */
export function DataTableFooter({ list: { page, size: asked, sizes, total, resize }, compact, onTurn }: FooterProps) {
  const size = asked < 0 ? Math.min(total, pageSizeMax) : asked
  const first = (page - 1) * size + 1
  const last = Math.min(total, first + size - 1)
  return (
    <div className={classes.footer}>
      <Text size="sm" c="dimmed" className={classes.range}>
        {dotted(first)}–{dotted(last)} dari {dotted(total)}
      </Text>
      <NativeSelect
        size="sm"
        aria-label="Baris per halaman"
        value={String(asked)}
        data={[...new Set([...sizes, asked])].map((count) => ({
          value: String(count),
          label: count < 0 ? 'Semua' : `${count} baris`,
        }))}
        onChange={(event) => resize(Number(event.currentTarget.value))}
      />
      <Pagination
        classNames={{ root: classes.pages, control: classes.page }}
        total={Math.max(1, Math.ceil(total / Math.max(size, 1)))}
        value={page}
        siblings={compact ? 0 : 1}
        size={compact ? 40 : 36}
        gap={4}
        onChange={onTurn}
        getItemProps={(item) => ({ 'aria-label': `Halaman ${item}` })}
        getControlProps={(control) => ({ 'aria-label': controlNames[control] })}
      />
    </div>
  )
}
