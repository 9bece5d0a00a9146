import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import classes from '#ui/section.module.css'

interface SectionProps {
  title: string
  hint?: ReactNode
  /** An action for the whole section, next to the title. */
  action?: ReactNode
  children?: ReactNode
}

/** One section of a settings page. */
export function Section({ title, hint, action, children }: SectionProps) {
  return (
    <Card component="section" size="lg" className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <div className={classes.words}>
          <Title order={2}>{title}</Title>
          {hint && (
            <Text size="sm" c="dimmed" mt={2}>
              {hint}
            </Text>
          )}
        </div>
        {action}
      </div>
      {children}
    </Card>
  )
}
