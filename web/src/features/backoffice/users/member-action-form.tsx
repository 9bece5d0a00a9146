import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ReasonForm } from '#ui/reason-form.tsx'

interface MemberReasonProps {
  /** The label of the submit button. */
  label: string
  danger?: boolean
  /** The confirmation question, for actions that remove something or open or close a shop. */
  question?: string
  /** The description of the consequences. */
  children: ReactNode
  send: (reason: string) => Promise<unknown>
  /** Called after success or cancel. */
  onEnd: () => void
}

/** The form for an administrator's action on a member, with the reason that the member reads. */
export const MemberActionForm = ({ label, danger, question, children, send, onEnd }: MemberReasonProps) => (
  <ReasonForm name={label} submitLabel={label} danger={danger} question={question} hint="Dibaca member" send={send} onClose={onEnd}>
    <Text size="sm">{children}</Text>
  </ReasonForm>
)
