import { Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from '#routes/public-page.module.css'
import { Card } from '#ui/card.tsx'
import { Wordmark } from '#ui/wordmark.tsx'

interface PublicPageProps {
  title: string
  intro?: ReactNode
  /** Content below the card. */
  foot?: ReactNode
  children: ReactNode
}

/** The card that contains a screen without a session; such a screen has no toolbars. */
export function PublicPage({ title, intro, foot, children }: PublicPageProps) {
  useDocumentTitle(`${title} · Lapak`)
  return (
    <main className={classes.page}>
      <Card size="xl" className={classes.card}>
        <Wordmark height={32} />
        <div>
          <Title order={1}>{title}</Title>
          {intro && (
            <Text size="sm" c="dimmed" mt={4}>
              {intro}
            </Text>
          )}
          <div data-said />
        </div>
        {children}
      </Card>
      {foot}
    </main>
  )
}
