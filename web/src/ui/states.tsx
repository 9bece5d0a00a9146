import { Button, Text } from '@mantine/core'
import { IconCloudOff, IconRefresh, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from '#ui/states.module.css'

/** The text of an empty list: the reason, and what to do next. */
export function EmptyState({ icon: Icon, title, hint, action }: { icon: TablerIcon; title: string; hint?: string; action?: ReactNode }) {
  return (
    <div className={classes.state}>
      <span className={classes.icon}>
        <Icon size={28} stroke={1.7} aria-hidden />
      </span>
      <Text fw={650}>{title}</Text>
      {hint && (
        <Text size="sm" c="dimmed" maw={380}>
          {hint}
        </Text>
      )}
      {action}
    </div>
  )
}

/** A failed request for data, with a button to try again. Requests for data do not move money, so the text does not mention money. */
export function ErrorState({
  title = 'Data belum bisa ditampilkan',
  message,
  onRetry,
}: {
  title?: string
  message: string
  onRetry: () => void
}) {
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon} data-danger>
        <IconCloudOff size={28} stroke={1.7} aria-hidden />
      </span>
      <Text fw={650}>{title}</Text>
      <Text size="sm" c="dimmed" maw={380}>
        {message}
      </Text>
      <Button variant="default" leftSection={<IconRefresh size={18} />} onClick={onRetry}>
        Coba lagi
      </Button>
    </div>
  )
}
