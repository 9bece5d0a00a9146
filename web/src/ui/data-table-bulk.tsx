import { Alert, Button, Checkbox, CloseButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { openConfirmation } from '#ui/confirm.tsx'
import classes from '#ui/data-table-bulk.module.css'
import type { IdSet } from '#ui/id-set.ts'
import type { Bulk, BulkAction, RowAction } from '#ui/use-bulk.ts'

interface BarProps<Row> {
  rows: Row[]
  chosen: IdSet
  actions: BulkAction<Row>[]
  bulk: Bulk<Row>
  /** Called to move the focus before the bar disappears. */
  onGone: () => void
  /** Content next to the number of selected rows. */
  children?: ReactNode
}

/**
 * The bar of bulk actions. It covers the toolbar of the table while rows are selected, so that the rows keep their position; on phones it is above
 * the bottom bar.
 */
export function BulkBar<Row extends { id: bigint }>({ rows, chosen, actions, bulk, onGone, children }: BarProps<Row>) {
  const { progress } = bulk
  const marked = rows.filter(({ id }) => chosen.has(id))
  if (marked.length === 0 && !children) return null

  function clear() {
    chosen.set([])
    bulk.dismiss()
    onGone()
  }

  async function start(action: RowAction<Row>) {
    const left = await bulk.start(action, marked)
    chosen.set(left.map(({ id }) => id))
    if (left.length === 0) onGone()
  }

  function begin(action: BulkAction<Row>) {
    if ('openDialog' in action) action.openDialog(marked)
    else openConfirmation({ question: action.question(marked.length), danger: action.danger ?? false, onYes: () => void start(action) })
  }

  return (
    <section className={classes.bulk} aria-label="Tindakan untuk yang dipilih">
      {children}
      <div className={classes.bar}>
        <div className={classes.all}>
          <SelectAllCheckbox rows={rows} chosen={chosen} />
        </div>
        <strong role="status" className={classes.count}>
          {progress ? `${progress.done} dari ${progress.of} selesai…` : `${marked.length} dipilih`}
        </strong>
        <div className={classes.actions}>
          {actions.map((action) => (
            <Button
              key={action.label}
              size="sm"
              variant="default"
              color={action.danger ? 'red' : undefined}
              className={action.danger ? classes.danger : undefined}
              classNames={{ section: classes.icon }}
              leftSection={<action.icon size={16} aria-hidden />}
              // `aria-disabled` instead of `disabled`, so that the focus stays on the button.
              aria-disabled={progress !== undefined}
              onClick={() => !progress && begin(action)}
            >
              {action.label}
            </Button>
          ))}
        </div>
        {!progress && <CloseButton className={classes.close} size={44} iconSize={22} aria-label="Batalkan pilihan" onClick={clear} />}
      </div>
    </section>
  )
}

/** The checkbox that selects all rows of the page. */
export function SelectAllCheckbox({ rows, chosen }: { rows: { id: bigint }[]; chosen: IdSet }) {
  const all = rows.length > 0 && rows.every(({ id }) => chosen.has(id))
  return (
    <Checkbox
      size="sm"
      aria-label="Pilih semua di halaman ini"
      checked={all}
      indeterminate={!all && chosen.ids.size > 0}
      onChange={() => chosen.set(all ? [] : rows.map(({ id }) => id))}
    />
  )
}

/** The rows for which a bulk action failed, with the reasons. */
export function BulkFailures({ title, lines, onClose }: NonNullable<Bulk<unknown>['failures']> & { onClose: () => void }) {
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      className={classes.failures}
      icon={<IconAlertTriangle size={18} />}
      title={title}
      withCloseButton
      closeButtonLabel="Tutup"
      onClose={onClose}
    >
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Alert>
  )
}
