import { type DisputeKind, type DisputeRow, disputeNouns, disputeWordsMax } from '@lapak/contract/ordering/disputes'
import { rupiahText } from '@lapak/contract/shared/money'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { useDecideDispute } from '#features/ordering/disputes/disputes.api.ts'
import { reasonError } from '#lib/reason-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { confirmed } from '#ui/confirm.tsx'

/** Refund, or not, with the words that the other side reads. A seller that has answered may still give the money back. */
export function AnswerForm({ row, side }: { row: DisputeRow; side: 'seller' | 'house' }) {
  const answering = useDecideDispute(row, side)
  const refund = useRef(true)
  const denial = denialOf(side, row.jenis)
  const { field, formProps, busy } = useServerForm({
    initialValues: { words: '' },
    validate: { words: reasonError },
    before: () =>
      confirmed({
        question: refund.current ? `Kembalikan ${rupiahText(row.sellprice)} ke ${row.membername}?` : denial.question,
        danger: refund.current,
      }),
    send: ({ words }) => answering.mutateAsync({ refund: refund.current, words: words.trim() }),
  })
  const say = (word: boolean) => () => {
    refund.current = word
  }
  return (
    <form {...formProps}>
      <Stack gap="sm">
        {side === 'seller' && <Text size="sm">{sellersChoice(row)}</Text>}
        <Textarea label="Jawaban" size="md" autosize minRows={2} maxLength={side === 'house' ? 300 : disputeWordsMax} {...field('words')} />
        <Group gap="xs">
          <Button type="submit" color="green" loading={busy && refund.current} disabled={busy} onClick={say(true)}>
            Kembalikan dana
          </Button>
          {(side === 'house' || row.answer === null) && (
            <Button type="submit" variant="default" loading={busy && !refund.current} disabled={busy} onClick={say(false)}>
              {denial.label}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

/** What the seller can still do: it answers once, and may give the money back until the verdict. */
function sellersChoice({ jenis, answer }: DisputeRow): string {
  if (answer !== null) return 'Anda sudah menjawab, admin yang memutuskan. Sampai saat itu dana masih bisa dikembalikan dari saldo Anda.'
  return jenis === 'return'
    ? 'Dana diambil dari saldo Anda. Bila retur tidak bisa diterima, jelaskan alasannya dan admin yang memutuskan.'
    : 'Dana diambil dari saldo Anda. Bila pesanan sudah terkirim, jelaskan buktinya dan admin yang memutuskan.'
}

const denialOf = (side: 'seller' | 'house', kind: DisputeKind) =>
  side === 'house'
    ? { label: `Tolak ${disputeNouns[kind]}`, question: `Tolak ${disputeNouns[kind]} ini? Transaksinya tetap sukses.` }
    : kind === 'return'
      ? { label: 'Tolak retur', question: 'Tolak retur ini? Admin akan memutuskan.' }
      : { label: 'Sudah terkirim', question: 'Nyatakan pesanan ini sudah terkirim? Admin akan memutuskan.' }
