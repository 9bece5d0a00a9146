import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { layOver } from '#lib/layers.ts'
import { openLater } from '#ui/modals.ts'

interface Question {
  question: string
  danger?: boolean
  /** What Enter answers. */
  first?: 'yes' | 'no'
  onYes: () => void
  /** After either answer. */
  onClose?: () => void
}

/** A question that waits for its answer, and can be taken back, which is a No. */
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

/** The answer to the question, for who has to wait for it. */
export const confirmed = (asked: Pick<Question, 'question' | 'danger'>): Promise<boolean> => askFirst(asked).answer

/** Asks before something destructive. Escape and a click outside mean No; Enter answers Yes where nothing else is said. */
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
