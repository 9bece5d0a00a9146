import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconRefreshAlert } from '@tabler/icons-react'
import { useRemembered } from '#lib/remembered.ts'
import classes from '#ui/data-table.module.css'
import { CardList } from '#ui/data-table-cards.tsx'
import { DataTableFooter } from '#ui/data-table-footer.tsx'
import { DataTableGrid } from '#ui/data-table-grid.tsx'
import { DataTableMenu, type Density } from '#ui/data-table-menu.tsx'
import { PhoneTools } from '#ui/data-table-phone-tools.tsx'
import type { DataTableProps } from '#ui/data-table-props.ts'
import { SortSelect } from '#ui/data-table-sort-select.tsx'
import { StaleNotice } from '#ui/stale-notice.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { rememberSort } from '#ui/table-state.ts'
import { belowSm, fromMd } from '#ui/theme.ts'

/** The one list of this application: server paging, sort and page in the address, cards on phones. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, columns, rows, state, error, onRetry } = props
  const phone = useMediaQuery(belowSm, undefined, { getInitialValueInEffect: false })
  const desk = useMediaQuery(fromMd, undefined, { getInitialValueInEffect: false })
  const [hidden, setHidden] = useRemembered<string>(`columns.${name}`, '')
  const [density, setDensity] = useRemembered<Density>('density', 'normal')
  const hiddenKeys = hidden.split(',')
  const fitting = columns.filter((column) => desk || column.from !== 'md')
  const shown = desk ? fitting.filter((column) => !hiddenKeys.includes(column.key)) : fitting

  function chooseSort(sort: string) {
    rememberSort(name, sort)
    props.onChange({ sort, page: undefined })
  }

  return (
    <section className={classes.frame} aria-label={props.label}>
      {phone ? (
        <PhoneTools search={props.search} filtered={props.filtered}>
          {props.filters}
          <SortSelect columns={columns} sort={state.sort} onSort={chooseSort} />
        </PhoneTools>
      ) : (
        <div className={classes.tools}>
          {props.search}
          {props.filters}
          {desk && (
            <DataTableMenu
              columns={columns}
              hidden={hiddenKeys}
              onHidden={(keys) => setHidden(keys.join(','))}
              density={density}
              onDensity={setDensity}
            />
          )}
        </div>
      )}
      {error && rows && (
        <div className={classes.stale}>
          <StaleNotice onRetry={onRetry} />
        </div>
      )}
      {error && !rows ? (
        <ErrorState message={error.message} onRetry={onRetry} />
      ) : rows?.length === 0 ? (
        <NoRows {...props} />
      ) : phone ? (
        <CardList {...props} />
      ) : (
        <DataTableGrid {...props} columns={shown} density={desk ? density : 'normal'} onSort={chooseSort} />
      )}
      {rows && rows.length > 0 && <DataTableFooter state={state} total={props.total} compact={phone} onChange={props.onChange} />}
    </section>
  )
}

/** The page asked for may lie behind the last one, after a deletion or in an old link. */
function NoRows<Row>({ total, empty, onChange }: DataTableProps<Row>) {
  if (total === 0) return empty
  return (
    <EmptyState
      icon={IconRefreshAlert}
      title="Halaman ini kosong"
      action={
        <Button variant="default" onClick={() => onChange({ page: undefined })}>
          Ke halaman pertama
        </Button>
      }
    />
  )
}
