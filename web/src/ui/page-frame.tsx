import { Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from '#ui/page-frame.module.css'

/** The frame of a page: its title, its main action and its content. */
export function PageFrame({
  title,
  action,
  wide = false,
  children,
}: {
  title: string
  action?: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  useDocumentTitle(`${title} · Lapak`)
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <header className={classes.head}>
        <Title order={1}>{title}</Title>
        {action}
      </header>
      {children}
    </div>
  )
}
