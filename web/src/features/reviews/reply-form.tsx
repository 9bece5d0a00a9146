import type { Review } from '@lapak/contract/reviews'
import { Button, Group, Textarea } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useReply } from '#features/reviews/reviews.api.ts'
import classes from '#features/reviews/reviews.module.css'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'

const replyMax = 1000

/** The seller's answer under a review: written, or written again. */
export function ReplyForm({ review, onClose }: { review: Review; onClose: () => void }) {
  const [text, setText] = useState(review.reply ?? '')
  const reply = useReply(onClose)
  const words = text.trim()
  const changed = words !== (review.reply ?? '')
  useAskBeforeLeaving(changed && !reply.isPending && !reply.isSuccess, 'Balasan ini belum dikirim. Tinggalkan dan buang isiannya?')

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (words !== '' && !reply.isPending) reply.mutate({ memberid: Number(review.memberid), reply: words })
  }

  return (
    <form noValidate className={classes.replyForm} onSubmit={send}>
      <Textarea
        label={`Balasan untuk ${review.membername}`}
        autoFocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={replyMax}
        value={text}
        error={reply.error?.message}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap="xs" justify="flex-end">
        <Button size="sm" variant="default" disabled={reply.isPending} onClick={onClose}>
          Batal
        </Button>
        <Button size="sm" type="submit" disabled={words === ''} loading={reply.isPending}>
          Kirim balasan
        </Button>
      </Group>
    </form>
  )
}
