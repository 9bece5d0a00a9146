import { Skeleton, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { RowList } from '#ui/row-list.tsx'
import { ErrorState } from '#ui/states.tsx'

interface NewestListProps<Entry> {
  newest: {
    data: { content: Entry[]; totalElements: number } | undefined
    error: Error | null
    refetch: () => unknown
  }
  entry: (entry: Entry) => ReactNode
  /** Shown if there are no entries. */
  empty: string
  /** A link to the page with all entries, shown if there are more than the newest. */
  all: (total: number) => ReactNode
}

/** The newest entries of a list that has a page of its own. */
export function NewestList<Entry extends { id: bigint }>({ newest: { data, error, refetch }, entry, empty, all }: NewestListProps<Entry>) {
  if (!data) return error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <Skeleton height={68} />
  if (data.content.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    )
  return (
    <>
      <RowList>
        {data.content.map((row) => (
          <Fragment key={row.id.toString()}>{entry(row)}</Fragment>
        ))}
      </RowList>
      {data.totalElements > data.content.length && all(data.totalElements)}
    </>
  )
}
