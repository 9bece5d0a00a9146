import { Button, Group, type InputWrapperProps, Modal, Stack, Switch } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { useAskBeforeClosing } from '#lib/ask-before-leaving.ts'
import { useFocusBack } from '#lib/use-focus-back.ts'

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
  useFocusBack()
  const { form, formProps, busy, unsent } = of
  const { close, asking } = useAskBeforeClosing(unsent && !isSaved, question, onClose)
  return (
    <Modal opened onClose={() => !busy && close()} title={title} size={640} closeOnClickOutside={false} closeOnEscape={!asking}>
      <form {...formProps}>
        <Stack gap="md">
          {children}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={busy} onClick={close}>
              Tutup
            </Button>
            <Button type="submit" disabled={!form.isDirty()} loading={busy}>
              Simpan
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
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
