import { Stack, TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { reasonError } from '#lib/reason-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { confirmed } from '#ui/confirm.tsx'
import { FormDialog, type FormDialogProps } from '#ui/form-dialog.tsx'
import { FormEnd, type FormEndProps } from '#ui/form-end.tsx'

interface Asked {
  /** The label of the field, if it is not the reason. */
  label?: string
  /** Who reads the reason, or its effect. */
  hint?: string
  /** The subject of the action. */
  children?: ReactNode
  /** The request; its mutation must be `shownInPlace`. */
  send: (reason: string) => Promise<unknown>
}

const useReason = (send: Asked['send'], onSent: () => void, before?: () => Promise<boolean>) =>
  useServerForm({
    initialValues: { reason: '' },
    validate: { reason: reasonError },
    before,
    send: ({ reason }) => send(reason.trim()),
    onSent,
  })

const ReasonField = ({ label = 'Alasan', ...field }: TextInputProps) => (
  <TextInput label={label} maxLength={300} autoComplete="off" {...field} />
)

/** For a form that opens with its dialog, and for a form that is shown later inside a dialog. */
const focused = { 'data-autofocus': true, autoFocus: true }

interface ReasonFormProps extends Asked, Omit<FormEndProps, 'busy' | 'aside'> {
  /** The label of the form, if no dialog around it has a title. */
  name?: string
  /** A confirmation question, for actions that remove something or switch a shop (B-LAY-11). */
  question?: string
  /** Set if another field comes first and gets the focus. */
  unfocused?: boolean
  /** Called after success instead of `onClose`. */
  onSent?: () => void
}

/** A form for an action with a reason, as part of a page or a dialog. */
export function ReasonForm({ label, hint, children, send, name, question, unfocused = false, onSent, ...end }: ReasonFormProps) {
  const before = question === undefined ? undefined : () => confirmed({ question, danger: end.danger })
  const { field, formProps, busy } = useReason(send, onSent ?? end.onClose, before)
  return (
    <form {...formProps} aria-label={name}>
      <Stack gap="md">
        {children}
        <ReasonField label={label} description={hint} {...(!unfocused && focused)} {...field('reason')} />
        <FormEnd busy={busy} {...end} />
      </Stack>
    </form>
  )
}

type ReasonDialogProps = Asked & Omit<FormDialogProps, 'of' | 'loses' | 'aside' | 'children'>

/** The same form in a dialog of its own. */
export function ReasonDialog({ label, hint, children, send, ...dialog }: ReasonDialogProps) {
  const form = useReason(send, dialog.onClose)
  return (
    <FormDialog of={form} {...dialog}>
      {children}
      <ReasonField label={label} description={hint} {...focused} {...form.field('reason')} />
    </FormDialog>
  )
}
