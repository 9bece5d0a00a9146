import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ReasonForm } from '#ui/reason-form.tsx'

interface MemberReasonProps {
  /** What is done, as its button says. */
  label: string
  danger?: boolean
  /** Asked before it is done, where that takes something away or switches a shop. */
  question?: string
  /** What comes of it. */
  children: ReactNode
  send: (reason: string) => Promise<unknown>
  /** It is done, or given up. */
  onEnd: () => void
}

/** What an administrator does to a member, with the reason that the member reads. */
export const MemberReason = ({ label, danger, question, children, send, onEnd }: MemberReasonProps) => (
  <ReasonForm name={label} does={label} danger={danger} question={question} hint="Dibaca member" send={send} onClose={onEnd}>
    <Text size="sm">{children}</Text>
  </ReasonForm>
)
