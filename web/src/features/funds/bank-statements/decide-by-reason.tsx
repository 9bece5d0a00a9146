import { Text } from '@mantine/core'
import { type ReasonedCall, useReasoned } from '#features/funds/bank-statements/bank-statements.api.ts'
import { ReasonDialog } from '#ui/reason-form.tsx'

interface DecideByReasonProps {
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

/** A row, or money, is decided about by a reason alone. */
export function DecideByReason({ call, id, named, onClose }: DecideByReasonProps) {
  const decision = useReasoned(call, id)
  const { title, follows } = words[call]
  return (
    <ReasonDialog title={title} size={480} stays does={title} send={(reason) => decision.mutateAsync(reason)} onClose={onClose}>
      <Text size="sm">{named}</Text>
      <Text size="sm">{follows}</Text>
    </ReasonDialog>
  )
}
