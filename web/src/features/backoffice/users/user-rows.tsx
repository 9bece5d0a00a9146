import type { Page } from '@lapak/contract/shared/wire'
import { Skeleton } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadMore } from '#ui/load-more.tsx'
import { Row, RowList } from '#ui/row-list.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

interface UserRowsProps<One extends { id: bigint }> {
  /** The name of the list, for screen readers. */
  label: string
  list: UseInfiniteQueryResult<InfiniteData<Page<One>>>
  row: (one: One) => ReactNode
  nothing: { icon: TablerIcon; title: string }
}

/** A paged list of records of one member, newest first. */
export function UserRows<One extends { id: bigint }>({ label, list, row, nothing }: UserRowsProps<One>) {
  const { data, error, refetch } = list
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  const rows = data.pages.flatMap(({ content }) => content)
  if (rows.length === 0) return <EmptyState {...nothing} />
  return (
    <>
      <RowList aria-label={label}>
        {rows.map((one) => (
          <Row key={one.id.toString()}>{row(one)}</Row>
        ))}
      </RowList>
      <LoadMore list={list} />
    </>
  )
}
