import type { Review } from '@lapak/contract/reviews'
import { Alert, Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useWriteReview } from '#features/reviews/reviews.api.ts'
import { StarsField } from '#features/reviews/stars-field.tsx'
import { ApiError } from '#lib/api-error.ts'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'

interface ReviewDialogProps {
  sellerid: bigint
  sellername: string
  /** The review that is changed; a new one without it. */
  review: Review | undefined
  onClose: () => void
  onWritten: () => void
}

const commentMax = 1000

/** Writes the one review that a buyer has at a seller. */
export function ReviewDialog({ sellerid, sellername, review, onClose, onWritten }: ReviewDialogProps) {
  const [stars, setStars] = useState(review?.bintang ?? 0)
  const [comment, setComment] = useState(review?.comment ?? '')
  const write = useWriteReview(() => {
    onWritten()
    onClose()
  })
  const text = comment.trim()
  const changed = stars !== (review?.bintang ?? 0) || text !== (review?.comment ?? '')
  const asking = useAskBeforeLeaving(changed && !write.isPending && !write.isSuccess, 'Ulasan ini belum dikirim. Tutup dan buang isiannya?')
  const errors = write.error instanceof ApiError ? write.error.errors : {}

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (stars > 0 && text !== '' && !write.isPending) write.mutate({ bintang: stars, comment: text, memberid: Number(sellerid) })
  }

  return (
    <Modal
      opened
      onClose={() => !write.isPending && onClose()}
      title={review ? 'Ubah ulasan' : 'Tulis ulasan'}
      closeOnClickOutside={false}
      closeOnEscape={!asking}
    >
      <form noValidate onSubmit={send}>
        <Stack gap="md">
          <StarsField value={stars} onChange={setStars} />
          <Textarea
            label="Ulasan"
            description={`Pengalaman Anda dengan ${sellername}. Satu ulasan per pembeli; yang baru menggantikan yang lama.`}
            size="md"
            autosize
            minRows={4}
            maxRows={10}
            maxLength={commentMax}
            value={comment}
            error={errors.comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          {write.error && !errors.comment && (
            <Alert color="red" variant="light" role="alert">
              {write.error.message}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={write.isPending} onClick={onClose}>
              Batal
            </Button>
            <Button type="submit" disabled={stars === 0 || text === ''} loading={write.isPending}>
              Kirim
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
