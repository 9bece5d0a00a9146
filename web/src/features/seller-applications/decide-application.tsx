import { approvalLevels, type SellerApplicationInFull } from '@lapak/contract/seller-applications'
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconUsers, IconX } from '@tabler/icons-react'
import { useApprove, useReject } from '#features/seller-applications/seller-applications.api.ts'
import { reasonError } from '#lib/reason-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { confirmFirst } from '#ui/confirm.tsx'

/** What is decided is what was looked at. */
const seenOf = ({ sentat }: SellerApplicationInFull): string | null => sentat?.toISOString() ?? null

interface DecideProps {
  of: SellerApplicationInFull
  /** The question has the Escape for itself. */
  onAsking: (asking: boolean) => void
  onDone: () => void
}

/** Yes by one confirmed press, no with a reason that the member reads. */
export function DecideApplication({ of, onAsking, onDone }: DecideProps) {
  const approve = useApprove(of.memberid.toString())
  const [rejecting, { open, close }] = useDisclosure()
  const waits = of.adminconfirmation === approvalLevels.waiting
  if (of.own)
    return (
      <Alert color="blue" icon={<IconUsers size={20} />}>
        Pengajuan Anda sendiri diputuskan admin lain.
      </Alert>
    )
  if (of.adminconfirmation < approvalLevels.waiting) return null
  if (rejecting) return <RejectForm of={of} onBack={close} onDone={onDone} />
  const askApprove = () => {
    onAsking(true)
    confirmFirst({
      question: `Setujui ${of.membername} sebagai suplier? Nama ini menjadi nama tokonya.`,
      onYes: () => approve.mutate(seenOf(of), { onSuccess: onDone }),
      onClose: () => void setTimeout(() => onAsking(false)),
    })
  }
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" color="red" leftSection={<IconX size={18} />} disabled={approve.isPending} onClick={open}>
        {waits ? 'Tolak' : 'Cabut persetujuan'}
      </Button>
      {waits && (
        <Button leftSection={<IconCheck size={18} />} loading={approve.isPending} onClick={askApprove}>
          Setujui
        </Button>
      )}
    </Group>
  )
}

function RejectForm({ of, onBack, onDone }: Omit<DecideProps, 'onAsking'> & { onBack: () => void }) {
  const reject = useReject(of.memberid.toString())
  const sells = of.adminconfirmation === approvalLevels.approved
  const { field, formProps, busy } = useServerForm({
    initialValues: { reason: '' },
    validate: { reason: reasonError },
    send: ({ reason }) => reject.mutateAsync({ reason: reason.trim(), sentat: seenOf(of) }),
    onSent: onDone,
  })
  return (
    <form {...formProps} aria-label="Tolak pengajuan">
      <Stack gap="md">
        {sells && (
          <Text size="sm">
            Tokonya ditutup dan ia tidak lagi suplier. Pesanan yang berjalan diselesaikan, dan hasil penjualannya tetap bisa ditarik.
          </Text>
        )}
        <TextInput label="Alasan" description="Dibaca member" maxLength={300} autoComplete="off" autoFocus {...field('reason')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={busy} onClick={onBack}>
            Batal
          </Button>
          <Button type="submit" color="red" loading={busy}>
            {sells ? 'Cabut persetujuan' : 'Tolak pengajuan'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
