import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'

interface Question {
  question: string
  danger?: boolean
  onYes: () => void
  /** After either answer. */
  onClose?: () => void
}

/** The answer to the question, for who has to wait for it. */
export const confirmed = (asked: Pick<Question, 'question' | 'danger'>): Promise<boolean> =>
  new Promise((answer) => confirmFirst({ ...asked, onYes: () => answer(true), onClose: () => answer(false) }))

/** Asks before something destructive. Escape and a click outside mean No; Enter answers Yes. */
export function confirmFirst({ question, danger = false, onYes, onClose }: Question) {
  modals.openConfirmModal({
    title: 'Warning',
    size: 350,
    children: <Text size="sm">{question}</Text>,
    labels: { confirm: 'Yes', cancel: 'No' },
    confirmProps: { color: danger ? 'red' : 'green', 'data-autofocus': true },
    cancelProps: { variant: 'default' },
    onConfirm: onYes,
    onClose,
  })
}
