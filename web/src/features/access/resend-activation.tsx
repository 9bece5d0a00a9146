import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Card } from '#ui/card.tsx'
import { sayDone } from '#ui/snackbar.ts'

/** The activation letter got lost: once more, to the same address. */
export function ResendActivation({ email, lead }: { email: string; lead: string }) {
  const send = useMutation({
    mutationFn: async () => (await import('#features/access/account.api.ts')).resendActivation(email),
    onSuccess: ({ msg }) => sayDone(msg),
  })
  return (
    <Card look="inset" size="sm">
      <Text size="sm" mb="sm">
        {send.isSuccess ? 'Link aktivasi dikirim lagi ke ' : `${lead} Belum menerima link aktivasi di `}
        <b style={{ overflowWrap: 'anywhere' }}>{email}</b>
        {send.isSuccess ? '. Periksa juga folder spam.' : '?'}
      </Text>
      <Button variant="default" fullWidth loading={send.isPending} disabled={send.isSuccess} onClick={() => send.mutate()}>
        {send.isSuccess ? 'Terkirim' : 'Kirim ulang e-mail aktivasi'}
      </Button>
    </Card>
  )
}
