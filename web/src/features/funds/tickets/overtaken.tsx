import type { AdminTicket } from '@lapak/contract/funds/tickets'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'

interface OvertakenProps {
  /** What happened, in words. */
  by: string
  /** What was typed meanwhile. */
  note: string
  ticket: AdminTicket
  onClose: () => void
}

/** What happened to the ticket while its question was open, in place of the question. */
export function Overtaken({ by, note, ticket, onClose }: OvertakenProps) {
  const close = useRef<HTMLButtonElement>(null)
  const kept = [ticket.endedreason, ticket.approveddescription].includes(note)
  // What had the focus went with the question.
  useEffect(() => close.current?.focus(), [])
  return (
    <Stack gap="md">
      <Text size="sm" fw={650} role="alert">
        {by}
      </Text>
      {note !== '' && !kept && <Text size="sm">Catatan Anda tidak tersimpan: {note}</Text>}
      <Group justify="flex-end">
        <Button ref={close} variant="default" onClick={onClose}>
          Tutup
        </Button>
      </Group>
    </Stack>
  )
}
