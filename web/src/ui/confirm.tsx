import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { addLayer } from '#lib/layers.ts'
import { openWhenHostMounted } from '#ui/modals.ts'

interface Question {
  question: string
  danger?: boolean
  /** The button that is triggered by Enter. */
  defaultButton?: 'yes' | 'no'
  onYes: () => void
  /** Called after the user has answered Yes or No. */
  onClose?: () => void
}

/** Shows a confirmation and returns a promise of the answer. `cancel` closes the confirmation, and the promise resolves to false. */
export function askForConfirmation(asked: Pick<Question, 'question' | 'danger' | 'defaultButton'>): {
  answer: Promise<boolean>
  cancel: () => void
} {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const { close } = openConfirmation({ ...asked, onYes: () => resolve(true), onClose: () => resolve(false) })
  return {
    answer: promise,
    cancel: () => {
      close()
      resolve(false)
    },
  }
}

/** Shows a confirmation whose answer can be awaited. */
export const isConfirmed = (asked: Pick<Question, 'question' | 'danger'>): Promise<boolean> => askForConfirmation(asked).answer

/** Shows a confirmation before a destructive action. Escape and a click outside mean No; Enter means Yes unless `defaultButton` is 'no'. */
export function openConfirmation({ question, danger = false, defaultButton = 'yes', onYes, onClose }: Question): { close: () => void } {
  const uncover = addLayer()
  const asked = openWhenHostMounted((modalId) =>
    modals.openConfirmModal({
      modalId,
      title: 'Warning',
      size: 350,
      children: <Text size="sm">{question}</Text>,
      labels: { confirm: 'Yes', cancel: 'No' },
      confirmProps: { color: danger ? 'red' : 'green', 'data-autofocus': defaultButton === 'yes' || undefined },
      cancelProps: { variant: 'default', 'data-autofocus': defaultButton === 'no' || undefined },
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
