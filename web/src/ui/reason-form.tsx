import { Stack, TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { reasonError } from '#lib/reason-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { confirmed } from '#ui/confirm.tsx'
import { FormDialog, type FormDialogProps } from '#ui/form-dialog.tsx'
import { FormEnd, type FormEndProps } from '#ui/form-end.tsx'

interface Asked {
  /** What is asked for, where it is not simply why. */
  label?: string
  /** Who reads it, or what comes of it. */
  hint?: string
  /** What it is about. */
  children?: ReactNode
  /** By a mutation that is `shownInPlace`. */
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

/** Of a dialog that opens with it, and of a form that comes into one. */
const focused = { 'data-autofocus': true, autoFocus: true }

interface ReasonFormProps extends Asked, Omit<FormEndProps, 'busy' | 'aside'> {
  /** Of the form, where there is no dialog around it that says it. */
  name?: string
  /** Asked when the reason is written, where what is done takes something away or switches a shop (B-LAY-11). */
  question?: string
  /** Something else is chosen first. */
  unfocused?: boolean
  /** Where that is not simply the end of it. */
  onSent?: () => void
}

/** What is decided, and why: part of a page or of a dialog. */
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

/** The same as a dialog of its own. */
export function ReasonDialog({ label, hint, children, send, ...dialog }: ReasonDialogProps) {
  const form = useReason(send, dialog.onClose)
  return (
    <FormDialog of={form} {...dialog}>
      {children}
      <ReasonField label={label} description={hint} {...focused} {...form.field('reason')} />
    </FormDialog>
  )
}
