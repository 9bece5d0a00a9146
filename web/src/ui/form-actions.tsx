import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

export interface FormEndProps {
  /** The label of the submit button. */
  does: string
  busy: boolean
  /** The label of the cancel button. */
  closes?: string
  danger?: boolean
  /** Whether enough fields are filled in to submit the form. */
  ready?: boolean
  /** Further buttons; a button with `mr="auto"` is on the left side. */
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
