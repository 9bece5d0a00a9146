import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { showSuccess } from '#ui/snackbar.ts'

interface EmailOfferProps {
  email: string
  /** Each pair contains the text before and the text after the e-mail address. `before` is shown until the e-mail is sent, then `after`. */
  before: readonly [string, string]
  after: readonly [string, string]
  button: string
  send: (email: string) => Promise<{ msg: string }>
}

/** Sends an e-mail when the button is pressed. */
export function EmailOffer({ email, before, after, button, send }: EmailOfferProps) {
  const sending = useMutation({ mutationFn: () => send(email), onSuccess: ({ msg }) => showSuccess(msg) })
  const [lead, end] = sending.isSuccess ? after : before
  return (
    <Card look="inset" size="sm">
      <Text size="sm" mb="sm">
        {lead} <Address>{email}</Address>
        {end}
      </Text>
      <Button variant="default" fullWidth loading={sending.isPending} disabled={sending.isSuccess} onClick={() => sending.mutate()}>
        {sending.isSuccess ? 'Terkirim' : button}
      </Button>
    </Card>
  )
}

const Address = ({ children }: { children: ReactNode }) => <b style={{ overflowWrap: 'anywhere' }}>{children}</b>
