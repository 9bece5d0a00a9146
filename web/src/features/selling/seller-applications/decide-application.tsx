import { approvalLevels, type SellerApplicationInFull } from '@lapak/contract/selling/seller-applications'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconUsers, IconX } from '@tabler/icons-react'
import { useApprove, useReject } from '#features/selling/seller-applications/seller-applications.api.ts'
import { confirmFirst } from '#ui/confirm.tsx'
import { ReasonForm } from '#ui/reason-form.tsx'

/** What is decided is what was looked at. */
const seenOf = ({ sentat }: SellerApplicationInFull): string | null => sentat?.toISOString() ?? null

interface DecideProps {
  of: SellerApplicationInFull
  onDone: () => void
}

/** Yes by one confirmed press, no with a reason that the member reads. */
export function DecideApplication({ of, onDone }: DecideProps) {
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
  const askApprove = () =>
    confirmFirst({
      question: of.sells
        ? `Setujui dokumen pengganti ${of.membername}? Dokumen ini berlaku menggantikan yang lama.`
        : `Setujui ${of.membername} sebagai suplier? Nama ini menjadi nama tokonya.`,
      onYes: () => approve.mutate(seenOf(of), { onSuccess: onDone }),
    })
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

function RejectForm({ of, onBack, onDone }: DecideProps & { onBack: () => void }) {
  const reject = useReject(of.memberid.toString())
  const ends = of.adminconfirmation === approvalLevels.approved
  const replaces = !ends && of.sells
  return (
    <ReasonForm
      name={replaces ? 'Tolak dokumen pengganti' : 'Tolak pengajuan'}
      hint="Dibaca member"
      does={ends ? 'Cabut persetujuan' : replaces ? 'Tolak dokumen' : 'Tolak pengajuan'}
      danger
      question={
        ends
          ? `Cabut persetujuan ${of.membername}?`
          : replaces
            ? `Tolak dokumen pengganti ${of.membername}?`
            : `Tolak pengajuan ${of.membername}?`
      }
      send={(reason) => reject.mutateAsync({ reason, sentat: seenOf(of) })}
      onSent={onDone}
      onClose={onBack}
    >
      {replaces && <Text size="sm">Ia tetap suplier, dan dokumennya yang lama tetap berlaku.</Text>}
      {ends && (
        <Text size="sm">
          Tokonya ditutup dan ia tidak lagi suplier. Pesanan yang berjalan diselesaikan, dan hasil penjualannya tetap bisa ditarik.
        </Text>
      )}
    </ReasonForm>
  )
}
