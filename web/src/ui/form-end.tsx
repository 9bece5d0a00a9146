import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

export interface FormEndProps {
  /** What the button that sends says. */
  does: string
  busy: boolean
  /** What the other one says. */
  closes?: string
  danger?: boolean
  /** Enough is filled in to send it. */
  ready?: boolean
  /** What else is done with the thing; with `mr="auto"` it stands on the other side. */
  secondary?: ReactNode
  onClose: () => void
}

/** The buttons at the end of a form. */
export const FormEnd = ({ does, busy, closes = 'Batal', danger = false, ready = true, secondary, onClose }: FormEndProps) => (
  <Group justify="flex-end" gap="xs">
    {secondary}
    <Button variant="default" disabled={busy} onClick={onClose}>
      {closes}
    </Button>
    <Button type="submit" color={danger ? 'red' : 'green'} disabled={!ready} loading={busy}>
      {does}
    </Button>
  </Group>
)
