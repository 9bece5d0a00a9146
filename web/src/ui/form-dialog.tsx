import { Modal, type ModalProps, Stack } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { useLayer } from '#lib/layers.ts'
import { useConfirmClose } from '#lib/use-confirm-leave.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { FormActions, type FormActionsProps } from '#ui/form-actions.tsx'

export interface FormDialogProps extends Omit<FormActionsProps, 'busy'> {
  title: string
  size?: ModalProps['size']
  /** The result of `useServerForm`, or at least these fields of it. */
  form: { formProps: ComponentProps<'form'>; busy: boolean }
  /** Whether closing would discard unsent input, and the confirmation question that is then asked. */
  confirmDiscard?: { unsent: boolean; question: string }
  /** Whether a click outside does not close the dialog, to protect longer input. */
  ignoreClickOutside?: boolean
  children: ReactNode
}

/** A form in a dialog. Escape closes only the topmost layer: the confirmation if it is open, otherwise the form. */
export function FormDialog({
  title,
  size,
  form,
  confirmDiscard,
  ignoreClickOutside = confirmDiscard !== undefined,
  children,
  onClose,
  ...end
}: FormDialogProps) {
  useRestoreFocus()
  const covered = useLayer(true)
  const { close } = useConfirmClose(confirmDiscard?.unsent ?? false, confirmDiscard?.question ?? '', onClose)
  const { formProps, busy } = form
  return (
    <Modal
      opened
      onClose={() => !busy && close()}
      title={title}
      size={size}
      closeOnClickOutside={!ignoreClickOutside}
      closeOnEscape={!covered}
    >
      <form {...formProps}>
        <Stack gap="md">
          {children}
          <FormActions busy={busy} onClose={close} {...end} />
        </Stack>
      </form>
    </Modal>
  )
}
