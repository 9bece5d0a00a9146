import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { showAccount } from '#features/funds/tickets/tickets.api.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { sayError } from '#ui/snackbar.ts'

/** Only its end, until an administrator who has just proved who it is asks for all of it. */
export function AccountNumber({ ticket, end }: { ticket: bigint; end: string }) {
  const showing = useMutation({ mutationFn: () => showAccount(ticket), onError: (error) => sayError(error.message) })
  if (showing.data)
    return (
      <Group component="span" gap="xs" display="inline-flex">
        {showing.data.accountno}
        <CopyButton text={showing.data.accountno} label="Salin nomor rekening" />
      </Group>
    )
  return (
    <Group component="span" gap="xs" display="inline-flex">
      {end}
      <Button variant="subtle" size="compact-sm" loading={showing.isPending} onClick={() => showing.mutate()}>
        Tampilkan nomor
      </Button>
    </Group>
  )
}
