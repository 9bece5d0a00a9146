import { type InputWrapperProps, Switch } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { FormDialog } from '#ui/form-dialog.tsx'

/** What it needs of a `useServerForm`. */
interface EditForm {
  form: { isDirty: () => boolean }
  formProps: ComponentProps<'form'>
  busy: boolean
  unsent: boolean
}

interface EditDialogProps {
  title: string
  /** What is lost where it is left unsaved. */
  question: string
  of: EditForm
  isSaved: boolean
  onClose: () => void
  children: ReactNode
}

/** The frame of what an administrator adds or changes in the catalogue. */
export function EditDialog({ title, question, of, isSaved, onClose, children }: EditDialogProps) {
  const { form, formProps, busy, unsent } = of
  return (
    <FormDialog
      title={title}
      size={640}
      of={{ formProps, busy }}
      loses={{ unsent: unsent && !isSaved, question }}
      does="Simpan"
      closes="Tutup"
      ready={form.isDirty()}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  )
}

/** Fields beside each other stand in one line, whichever of them has words of help. */
export const helpBelow = { inputWrapperOrder: ['label', 'input', 'error', 'description'] } satisfies Pick<
  InputWrapperProps,
  'inputWrapperOrder'
>

interface OpenSwitchProps {
  open: boolean
  words: { open: string; closed: string }
  onSwitch: (open: boolean) => void
}

export const OpenSwitch = ({ open, words, onSwitch }: OpenSwitchProps) => (
  <Switch
    size="md"
    label={open ? words.open : words.closed}
    aria-label="Status"
    checked={open}
    onChange={(event) => onSwitch(event.currentTarget.checked)}
  />
)
