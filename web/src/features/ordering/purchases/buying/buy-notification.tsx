import { Alert, Group, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from '#features/ordering/purchases/buying/buy-dialog.module.css'

interface NoticeProps {
  colour: string
  icon: ReactNode
  title: string
  text: string
  /** The buttons of the actions that are possible. */
  children?: ReactNode
}

/** A message that blocks the order. The message takes the focus, so that a repeated Enter key does not press a button. */
export function BuyNotification({ colour, icon, title, text, children }: NoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <Alert ref={notice} tabIndex={-1} classNames={{ message: classes.noticeMessage }} color={colour} icon={icon} title={title} role="alert">
      <Text size="sm">{text}</Text>
      {children && (
        <Group gap={8} mt="sm">
          {children}
        </Group>
      )}
    </Alert>
  )
}
