import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { layOver } from '#lib/layers.ts'
import { openLater } from '#ui/modals.ts'

interface Question {
  question: string
  danger?: boolean
  /** The button that is triggered by Enter. */
  first?: 'yes' | 'no'
  onYes: () => void
  /** Called after the user has answered Yes or No. */
  onClose?: () => void
}

/** Shows a confirmation and returns a promise of the answer. `takeBack` closes the confirmation, and the promise resolves to false. */
export function askFirst(asked: Pick<Question, 'question' | 'danger' | 'first'>): { answer: Promise<boolean>; takeBack: () => void } {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const { close } = confirmFirst({ ...asked, onYes: () => resolve(true), onClose: () => resolve(false) })
  return {
    answer: promise,
    takeBack: () => {
      close()
      resolve(false)
    },
  }
}

/** Shows a confirmation whose answer can be awaited. */
export const confirmed = (asked: Pick<Question, 'question' | 'danger'>): Promise<boolean> => askFirst(asked).answer

/** Shows a confirmation before a destructive action. Escape and a click outside mean No; Enter means Yes unless `first` is 'no'. */
export function confirmFirst({ question, danger = false, first = 'yes', onYes, onClose }: Question): { close: () => void } {
  const uncover = layOver()
  const asked = openLater((modalId) =>
    modals.openConfirmModal({
      modalId,
      title: 'Warning',
      size: 350,
      children: <Text size="sm">{question}</Text>,
      labels: { confirm: 'Yes', cancel: 'No' },
      confirmProps: { color: danger ? 'red' : 'green', 'data-autofocus': first === 'yes' || undefined },
      cancelProps: { variant: 'default', 'data-autofocus': first === 'no' || undefined },
      onConfirm: onYes,
      onClose: () => {
        uncover()
        onClose?.()
      },
    }),
  )
  return {
    close: () => {
      uncover()
      asked.close()
    },
  }
}
