import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

export interface FormActionsProps {
  /** The label of the submit button. */
  submitLabel: string
  busy: boolean
  /** The label of the cancel button. */
  cancelLabel?: string
  danger?: boolean
  /** Whether enough fields are filled in to submit the form. */
  canSubmit?: boolean
  /** Further buttons; a button with `mr="auto"` is on the left side. */
  secondary?: ReactNode
  onClose: () => void
}

/** The buttons at the end of a form. */
export const FormActions = ({
  submitLabel,
  busy,
  cancelLabel = 'Batal',
  danger = false,
  canSubmit = true,
  secondary,
  onClose,
}: FormActionsProps) => (
  <Group justify="flex-end" gap="xs">
    {secondary}
    <Button variant="default" disabled={busy} onClick={onClose}>
      {cancelLabel}
    </Button>
    <Button type="submit" color={danger ? 'red' : 'green'} disabled={!canSubmit} loading={busy}>
      {submitLabel}
    </Button>
  </Group>
)
