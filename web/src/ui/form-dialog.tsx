import { Modal, type ModalProps, Stack } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { useAskBeforeClosing } from '#lib/ask-before-leaving.ts'
import { useLayer } from '#lib/layers.ts'
import { useFocusBack } from '#lib/use-focus-back.ts'
import { FormEnd, type FormEndProps } from '#ui/form-end.tsx'

export interface FormDialogProps extends Omit<FormEndProps, 'busy'> {
  title: string
  size?: ModalProps['size']
  /** A `useServerForm`, or what it needs of one. */
  of: { formProps: ComponentProps<'form'>; busy: boolean }
  /** What is asked before something unsent is lost. */
  loses?: { unsent: boolean; question: string }
  /** A click beside it closes nothing: there is more to lose than a line. */
  stays?: boolean
  children: ReactNode
}

/** A form over the page, and over whatever lies there: Escape means the form, and what the form asks before it. */
export function FormDialog({ title, size, of, loses, stays = loses !== undefined, children, onClose, ...end }: FormDialogProps) {
  useFocusBack()
  const covered = useLayer(true)
  const { close } = useAskBeforeClosing(loses?.unsent ?? false, loses?.question ?? '', onClose)
  const { formProps, busy } = of
  return (
    <Modal opened onClose={() => !busy && close()} title={title} size={size} closeOnClickOutside={!stays} closeOnEscape={!covered}>
      <form {...formProps}>
        <Stack gap="md">
          {children}
          <FormEnd busy={busy} onClose={close} {...end} />
        </Stack>
      </form>
    </Modal>
  )
}
