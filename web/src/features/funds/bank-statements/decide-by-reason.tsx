import { Text } from '@mantine/core'
import { type DecisionByReason, useDecideByReason } from '#features/funds/bank-statements/bank-statements.api.ts'
import { ReasonDialog } from '#ui/reason-form.tsx'

interface DecideByReasonProps {
  call: DecisionByReason
  /** The id of the row or of the suspense money. */
  id: bigint
  named: string
  onClose: () => void
}

/** Texts of the decisions that need only a reason. */
const words: Record<DecisionByReason, { title: string; follows: string }> = {
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

/** The form for a decision about a row or suspense money that needs only a reason. */
export function DecideByReason({ call, id, named, onClose }: DecideByReasonProps) {
  const decision = useDecideByReason(call, id)
  const { title, follows } = words[call]
  return (
    <ReasonDialog
      title={title}
      size={480}
      ignoreClickOutside
      submitLabel={title}
      send={(reason) => decision.mutateAsync(reason)}
      onClose={onClose}
    >
      <Text size="sm">{named}</Text>
      <Text size="sm">{follows}</Text>
    </ReasonDialog>
  )
}
