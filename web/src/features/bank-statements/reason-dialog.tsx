import { Modal, Stack, Text } from '@mantine/core'
import { type ReasonedCall, useReasoned } from '#features/bank-statements/bank-statements.api.ts'
import { ReasonForm } from '#features/bank-statements/reason-form.tsx'
import { useFocusBack } from '#lib/use-focus-back.ts'

interface ReasonDialogProps {
  call: ReasonedCall
  /** Of the row, or of the money. */
  id: bigint
  named: string
  onClose: () => void
}

/** What is decided by a reason alone, and what follows. */
const words: Record<ReasonedCall, { title: string; follows: string }> = {
  release: {
    title: 'Jelaskan',
    follows: 'Uang ini keluar dari pembukuan, misalnya karena penyedia sudah mengembalikannya ke pembayar.',
  },
  reopen: {
    title: 'Buka lagi',
    follows: 'Penjelasan mutasi ini dibatalkan. Uang yang masuk kembali menunggu pemiliknya.',
  },
  waitAgain: {
    title: 'Buka lagi',
    follows: 'Uang ini kembali ke pembukuan dan menunggu pemiliknya, dengan nomor baru.',
  },
}

export function ReasonDialog({ call, id, named, onClose }: ReasonDialogProps) {
  useFocusBack()
  const decision = useReasoned(call, id)
  const { title, follows } = words[call]
  return (
    <Modal opened onClose={onClose} title={title} size={480} closeOnClickOutside={false}>
      <Stack gap="md">
        <Text size="sm">{named}</Text>
        <Text size="sm">{follows}</Text>
        <ReasonForm does={title} ready focused send={(reason) => decision.mutateAsync(reason)} onClose={onClose} />
      </Stack>
    </Modal>
  )
}
