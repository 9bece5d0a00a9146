import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '#ui/load-more.module.css'

interface LoadMoreProps {
  /** What `useInfiniteQuery` gives. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage: () => unknown }
  children?: ReactNode
}

/** The way to the next page of a list that grows, with what stands above the button; gone once everything is shown. */
export function LoadMore({ list: { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }, children }: LoadMoreProps) {
  if (!hasNextPage) return null
  return (
    <div className={classes.more}>
      {children}
      {isFetchNextPageError && (
        <span className={classes.failed} role="alert">
          Belum bisa dimuat. Periksa koneksi internet Anda.
        </span>
      )}
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? 'Coba lagi' : 'Muat lagi'}
      </Button>
    </div>
  )
}
