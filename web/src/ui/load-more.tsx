import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { type InfiniteList, useNextPage } from '#lib/use-next-page.ts'
import classes from '#ui/load-more.module.css'

interface LoadMoreProps {
  list: InfiniteList
  children?: ReactNode
}

/** A list with the button that loads its next page; the button is hidden when all rows are loaded. */
export function LoadMore({ list, children }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const readNext = useNextPage(list)
  if (!hasNextPage) return null
  return (
    <div className={classes.more}>
      {children}
      {isFetchNextPageError && (
        <span className={classes.failed} role="alert">
          Belum bisa dimuat. Periksa koneksi internet Anda.
        </span>
      )}
      <Button variant="default" loading={isFetchingNextPage} onClick={readNext}>
        {isFetchNextPageError ? 'Coba lagi' : 'Muat lagi'}
      </Button>
    </div>
  )
}
