import { type Review, reviewLengthMax } from '@lapak/contract/selling/reviews'
import { Button, Group, Textarea } from '@mantine/core'
import { useReply } from '#features/selling/reviews/reviews.api.ts'
import classes from '#features/selling/reviews/reviews.module.css'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'
import { useServerForm } from '#lib/use-server-form.ts'

/** The seller's answer under a review: written, or written again. */
export function ReplyForm({ review, onClose }: { review: Review; onClose: () => void }) {
  const reply = useReply(onClose)
  const { form, field, formProps, busy, unsent } = useServerForm({
    initialValues: { reply: review.reply ?? '' },
    send: (values) => reply.mutateAsync({ memberid: Number(review.memberid), reply: values.reply.trim() }),
  })
  useAskBeforeLeaving(unsent && !reply.isSuccess, 'Balasan ini belum dikirim. Tinggalkan dan buang isiannya?')

  return (
    <form {...formProps} className={classes.replyForm}>
      <Textarea
        label={`Balasan untuk ${review.membername}`}
        autoFocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={reviewLengthMax}
        {...field('reply')}
      />
      <Group gap="xs" justify="flex-end">
        <Button size="sm" variant="default" disabled={busy} onClick={onClose}>
          Batal
        </Button>
        <Button size="sm" type="submit" disabled={form.values.reply.trim() === ''} loading={busy}>
          Kirim balasan
        </Button>
      </Group>
    </form>
  )
}
