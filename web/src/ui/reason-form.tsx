import { Stack, TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { reasonError } from '#lib/reason-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { isConfirmed } from '#ui/confirm.tsx'
import { FormActions, type FormActionsProps } from '#ui/form-actions.tsx'
import { FormDialog, type FormDialogProps } from '#ui/form-dialog.tsx'

interface ReasonOptions {
  /** The label of the text field, if it is not the usual label for a reason. */
  label?: string
  /** Help text: who reads the reason, or what the action changes. */
  hint?: string
  /** Content above the field: what the action is about. */
  children?: ReactNode
  /** Sends the request; its mutation must be `shownInPlace`. */
  send: (reason: string) => Promise<unknown>
}

const useReason = (send: ReasonOptions['send'], onSuccess: () => void, beforeSend?: () => Promise<boolean>) =>
  useServerForm({
    initialValues: { reason: '' },
    validate: { reason: reasonError },
    beforeSend,
    send: ({ reason }) => send(reason.trim()),
    onSuccess,
  })

const ReasonField = ({ label = 'Alasan', ...field }: TextInputProps) => (
  <TextInput label={label} maxLength={300} autoComplete="off" {...field} />
)

/** Sets the focus both in a form that opens together with its dialog and in a form that is shown later inside a dialog. */
const focused = { 'data-autofocus': true, autoFocus: true }

interface ReasonFormProps extends ReasonOptions, Omit<FormActionsProps, 'busy'> {
  /** The accessible name of the form, needed if the form is not in a dialog with a title. */
  name?: string
  /** The confirmation question, for actions that remove something or open or close a shop (B-LAY-11). */
  question?: string
  /** Set if another field is above this field and gets the focus. */
  withoutAutoFocus?: boolean
  /** Called after success, instead of `onClose`. */
  onSuccess?: () => void
}

/** A form for an action that needs a reason. It is part of a page or of another dialog. */
export function ReasonForm({ label, hint, children, send, name, question, withoutAutoFocus = false, onSuccess, ...end }: ReasonFormProps) {
  const beforeSend = question === undefined ? undefined : () => isConfirmed({ question, danger: end.danger })
  const { field, formProps, busy } = useReason(send, onSuccess ?? end.onClose, beforeSend)
  return (
    <form {...formProps} aria-label={name}>
      <Stack gap="md">
        {children}
        <ReasonField label={label} description={hint} {...(!withoutAutoFocus && focused)} {...field('reason')} />
        <FormActions busy={busy} {...end} />
      </Stack>
    </form>
  )
}

type ReasonDialogProps = ReasonOptions & Omit<FormDialogProps, 'form' | 'confirmDiscard' | 'children'>

/** A form for an action that needs a reason, in a dialog of its own. */
export function ReasonDialog({ label, hint, children, send, ...dialog }: ReasonDialogProps) {
  const form = useReason(send, dialog.onClose)
  return (
    <FormDialog form={form} {...dialog}>
      {children}
      <ReasonField label={label} description={hint} {...focused} {...form.field('reason')} />
    </FormDialog>
  )
}
