import { dotted } from '@lapak/contract/shared/money'
import { pageSizeMax } from '@lapak/contract/shared/wire'
import { ActionIcon, Button, Group, NativeSelect, Pagination, Text } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconArrowsSort, IconRefreshAlert, IconSearchOff } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useStored } from '#lib/browser-storage.ts'
import type { TableList } from '#lib/use-list.ts'
import { CsvButton } from '#ui/csv-button.tsx'
import classes from '#ui/data-table.module.css'
import { BulkBar, BulkFailures } from '#ui/data-table-bulk.tsx'
import { CardList } from '#ui/data-table-cards.tsx'
import { DataTableGrid } from '#ui/data-table-grid.tsx'
import type { Column, DataTableProps, Density } from '#ui/data-table-props.ts'
import { useIdSet } from '#ui/id-set.ts'
import { deferredComponent } from '#ui/lazy.tsx'
import { belowSmQuery, fromMdQuery } from '#ui/media-queries.ts'
import { SearchField } from '#ui/search-field.tsx'
import { StaleNotice } from '#ui/stale-notice.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useBulk } from '#ui/use-bulk.ts'

// Loaded later, because the settings of a table are rarely changed.
const DataTableMenu = deferredComponent(async () => (await import('#ui/data-table-menu.tsx')).DataTableMenu)

/** The only table component for lists in the web app: the server pages the list, the URL contains sort and page, and phones show cards. */
export function DataTable<Row extends { id: bigint }>(props: DataTableProps<Row>) {
  const { list, columns, filters, sums, searchPlaceholder } = props
  const { name, rows, error, refresh } = list
  const phone = useMediaQuery(belowSmQuery, undefined, { getInitialValueInEffect: false })
  const desk = useMediaQuery(fromMdQuery, undefined, { getInitialValueInEffect: false })
  const [hidden, setHidden] = useStored<string>(`columns.${name}`, defaultHiddenColumns(columns))
  const [density, setDensity] = useStored<Density>('density', props.density ?? 'normal')
  const frame = useRef<HTMLElement>(null)
  const [selected, expanded] = [useIdSet(rows), useIdSet(rows)]
  const bulk = useBulk<Row>(props.bulk?.label ?? String)
  const hasSelection = selected.ids.size > 0
  const hiddenKeys = hidden.split(',')
  const [first, ...others] = columns.filter((column) => desk || column.visibleFrom !== 'md')
  const shown = [...(first ? [first] : []), ...others.filter(({ key }) => !desk || !hiddenKeys.includes(key))]

  function goToPage(page: number) {
    list.setPage(page)
    // The user changed the page at the end of the list, so the first row is scrolled into view.
    if ((frame.current?.getBoundingClientRect().top ?? 0) < 0) frame.current?.scrollIntoView()
  }

  const search = searchPlaceholder && (
    <SearchField label={searchPlaceholder} value={list.search} refused={list.searchError} onSearch={list.setSearch} />
  )
  const moreTools = (
    <>
      {filters}
      {list.csv && <CsvButton load={list.csv} />}
    </>
  )
  const failures = bulk.failures && <BulkFailures {...bulk.failures} onClose={bulk.dismiss} />

  return (
    <section ref={frame} className={classes.frame} aria-label={props.label} tabIndex={-1} data-choosing={hasSelection || undefined}>
      {props.bulk && (
        <BulkBar rows={rows ?? []} chosen={selected} actions={props.bulk.actions} bulk={bulk} onGone={() => frame.current?.focus()}>
          {phone && failures}
        </BulkBar>
      )}
      <div inert={hasSelection}>
        {phone ? (
          <>
            {sums}
            <PhoneTools search={search} filtered={list.hasActiveFilters}>
              {moreTools}
              <SortSelect columns={columns} sort={list.sort} onSort={list.setSort} />
            </PhoneTools>
          </>
        ) : (
          <div className={classes.tools}>
            {search}
            {moreTools}
            {sums && <div className={classes.sums}>{sums}</div>}
            {desk && (
              <DataTableMenu
                columns={others}
                hidden={hiddenKeys}
                onHidden={(keys) => setHidden(keys.join(','))}
                density={density}
                onDensity={setDensity}
              />
            )}
          </div>
        )}
      </div>
      {!phone && failures}
      {error && rows && !list.searchError && (
        <div className={classes.stale}>
          <StaleNotice onRetry={refresh} />
        </div>
      )}
      {list.searchError ? (
        <EmptyState icon={IconSearchOff} title="Belum dicari" />
      ) : error && !rows ? (
        <ErrorState message={error.message} onRetry={refresh} />
      ) : rows?.length === 0 ? (
        <NoRows {...props} />
      ) : phone ? (
        <CardList {...props} selected={selected} expanded={expanded} />
      ) : (
        <DataTableGrid {...props} columns={shown} selected={selected} expanded={expanded} density={desk ? density : 'normal'} />
      )}
      {rows && rows.length > 0 && <DataTableFooter list={list} compact={phone} onTurn={goToPage} />}
    </section>
  )
}

const defaultHiddenColumns = (columns: { key: string; hiddenByDefault?: true }[]) =>
  columns
    .filter(({ hiddenByDefault }) => hiddenByDefault)
    .map(({ key }) => key)
    .join(',')

/** Shown without rows: the list is empty, nothing matches, or the URL contains a page after the last page (after a deletion or from an old link). */
function NoRows<Row extends { id: bigint }>({ list, emptyState, noResultsState }: DataTableProps<Row>) {
  if (list.total > 0)
    return (
      <EmptyState
        icon={IconRefreshAlert}
        title="Halaman ini kosong"
        action={
          <Button variant="default" onClick={() => list.setPage(1)}>
            Ke halaman pertama
          </Button>
        }
      />
    )
  if (!list.search && !list.hasActiveFilters) return <EmptyState {...emptyState} />
  return (
    <EmptyState
      icon={emptyState.icon}
      title="Tidak ada yang cocok"
      {...noResultsState}
      action={
        <Group gap="xs" justify="center">
          {noResultsState?.action}
          <Button variant="default" onClick={list.resetFilters}>
            {list.hasActiveFilters ? 'Hapus semua filter' : 'Hapus pencarian'}
          </Button>
        </Group>
      }
    />
  )
}

/** The select for the sort on phones, where the cards have no column heads. */
function SortSelect<Row>({ columns, sort, onSort }: { columns: Column<Row>[]; sort: string; onSort: (sort: string) => void }) {
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

/** The tools of a list on phones. Filters and sort are behind a button, so that the rows come first; the button shows whether a filter is in use. */
function PhoneTools({ search, filtered = false, children }: { search: ReactNode; filtered?: boolean; children: ReactNode }) {
  const [open, { toggle }] = useDisclosure(false)
  return (
    <div className={classes.phoneTools}>
      <div className={classes.phoneSearch}>
        {search}
        <span className={classes.phoneFilter} data-filtered={filtered || undefined}>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={filtered ? 'Filter dan urutan, filter aktif' : 'Filter dan urutan'}
            aria-expanded={open}
            onClick={toggle}
          >
            <IconAdjustmentsHorizontal size={20} />
          </ActionIcon>
        </span>
      </div>
      {open && <div className={classes.phoneFilters}>{children}</div>}
    </div>
  )
}

// — Data table footer

interface FooterProps {
  list: TableList<unknown>
  compact: boolean
  onTurn: (page: number) => void
}

const controlNames = { first: 'Halaman pertama', previous: 'Halaman sebelumnya', next: 'Halaman berikutnya', last: 'Halaman terakhir' }

/** The range of shown rows, the total, the page size, and the links to other pages. */
function DataTableFooter({ list: { page, size: asked, pageSizes, total, setPageSize }, compact, onTurn: onPageChange }: FooterProps) {
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
        data={[...new Set([...pageSizes, asked])].map((count) => ({
          value: String(count),
          label: count < 0 ? 'Semua' : `${count} baris`,
        }))}
        onChange={(event) => setPageSize(Number(event.currentTarget.value))}
      />
      <Pagination
        classNames={{ root: classes.pages, control: classes.page }}
        total={Math.max(1, Math.ceil(total / Math.max(size, 1)))}
        value={page}
        siblings={compact ? 0 : 1}
        size={compact ? 40 : 36}
        gap={4}
        onChange={onPageChange}
        getItemProps={(item) => ({ 'aria-label': `Halaman ${item}` })}
        getControlProps={(control) => ({ 'aria-label': controlNames[control] })}
      />
    </div>
  )
}
