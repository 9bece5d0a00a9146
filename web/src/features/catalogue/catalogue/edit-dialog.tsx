import { type InputWrapperProps, Switch } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { FormDialog } from '#ui/form-dialog.tsx'

/** The part of `useServerForm` that the dialog uses. */
interface EditForm {
  form: { isDirty: () => boolean }
  formProps: ComponentProps<'form'>
  busy: boolean
  unsent: boolean
}

interface EditDialogProps {
  title: string
  /** The confirmation question before unsaved changes are lost. */
  question: string
  of: EditForm
  isSaved: boolean
  /** A further button, such as Hapus. */
  secondary?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** The dialog in which an administrator adds or changes a record of the catalogue. */
export function EditDialog({ title, question, of, isSaved, secondary, onClose, children }: EditDialogProps) {
  const { form, formProps, busy, unsent } = of
  return (
    <FormDialog
      title={title}
      size={640}
      form={{ formProps, busy }}
      confirmDiscard={{ unsent: unsent && !isSaved, question }}
      submitLabel="Simpan"
      cancelLabel="Tutup"
      canSubmit={form.isDirty()}
      secondary={secondary}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  )
}

/** Help texts go below the inputs, so that fields in one row stay aligned. */
export const helpBelowInput = { inputWrapperOrder: ['label', 'input', 'error', 'description'] } satisfies Pick<
  InputWrapperProps,
  'inputWrapperOrder'
>

interface OpenSwitchProps {
  open: boolean
  words: { open: string; closed: string }
  onSwitch: (open: boolean) => void
}

export const ActiveSwitch = ({ open, words, onSwitch }: OpenSwitchProps) => (
  <Switch
    size="md"
    label={open ? words.open : words.closed}
    aria-label="Status"
    checked={open}
    onChange={(event) => onSwitch(event.currentTarget.checked)}
  />
)
