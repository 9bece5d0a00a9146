import type { Review } from '@lapak/contract/selling/reviews'
import { reviewLengthMax } from '@lapak/contract/selling/reviews'
import { dotted } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Group, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconMessageReply, IconMessageStar, IconPencil } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useUser } from '#features/auth/access/use-user.ts'
import { reviewsQuery, useReplyToReview } from '#features/selling/reviews/reviews.api.ts'
import classes from '#features/selling/reviews/reviews.module.css'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { Row, RowList } from '#ui/row-list.tsx'
import { Stars } from '#ui/stars.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { Tag } from '#ui/tag.tsx'

const ReviewDialog = lazy(() => import('#features/selling/reviews/review-dialog.tsx').then((module) => ({ default: module.ReviewDialog })))

interface Reviewed {
  sellerid: bigint
  membername: string
  jmlreview: number
  canreview: boolean
  ownreview: Review | null
}

interface ReviewsProps {
  seller: Reviewed
  /** Whether the review form is open, according to the URL. Leaving an unsaved review needs a confirmation. */
  writing: boolean
  onWriting: (open: boolean) => void
  onWritten: () => void
}

/** Reviews of a seller, with the seller's replies. */
export function Reviews({ seller, writing, onWriting, onWritten }: ReviewsProps) {
  const list = useInfiniteQuery(reviewsQuery(seller.sellerid))
  const { data, error, refetch } = list
  const me = useUser()?.member.memberid
  const reviews = data?.pages.flatMap(({ content }) => content)
  // The reader's own review. The review in the list comes first, because the data of the seller may be older than a list that was read after writing.
  const own = reviews?.find(({ memberid }) => memberid === me) ?? seller.ownreview ?? undefined
  const isSeller = seller.sellerid === me
  return (
    <Stack component="section" gap="sm" aria-label="Ulasan">
      <div className={classes.tools}>
        <Title order={2}>Ulasan pembeli{seller.jmlreview > 0 && <span className={classes.count}>{dotted(seller.jmlreview)}</span>}</Title>
        {seller.canreview ? (
          <Button leftSection={<IconPencil size={18} />} onClick={() => onWriting(true)}>
            {own ? 'Ubah ulasan Anda' : 'Tulis ulasan'}
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            {isSeller ? 'Balas ulasan pembeli Anda di sini.' : 'Ulasan bisa ditulis setelah pembelian sukses dari suplier ini.'}
          </Text>
        )}
      </div>
      {error && !reviews ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : reviews?.length === 0 ? (
        <EmptyState
          icon={IconMessageStar}
          title="Belum ada ulasan"
          hint={seller.canreview ? 'Jadilah yang pertama bercerita tentang suplier ini.' : undefined}
        />
      ) : (
        <Card>
          <RowList aria-busy={!reviews}>
            {reviews
              ? reviews.map((review) => (
                  <ReviewItem
                    key={review.id.toString()}
                    review={review}
                    sellername={seller.membername}
                    own={review.memberid === me}
                    canReply={isSeller}
                  />
                ))
              : [1, 2, 3].map((bone) => (
                  <Row key={bone}>
                    <Skeleton height={40} width="45%" mb={12} />
                    <Skeleton height={16} width="80%" />
                  </Row>
                ))}
          </RowList>
        </Card>
      )}
      <LoadMore list={list} />
      <Suspense>
        {writing && reviews && seller.canreview && (
          <ReviewDialog
            sellerid={seller.sellerid}
            sellername={seller.membername}
            review={own}
            onClose={() => onWriting(false)}
            onWritten={onWritten}
          />
        )}
      </Suspense>
    </Stack>
  )
}

// — Review item

interface ReviewItemProps {
  review: Review
  sellername: string
  /** Whether the reader wrote this review. */
  own: boolean
  /** Whether the reader is the seller. */
  canReply: boolean
}

function ReviewItem({ review, sellername, own, canReply }: ReviewItemProps) {
  const [replying, setReplying] = useState(false)
  const edited = review.updateat > review.createat
  return (
    <Row>
      <div className={classes.review}>
        <div className={classes.head}>
          <Avatar name={review.membername} address={review.memberavatar} size={40} />
          <div className={classes.who}>
            <strong className={classes.name}>
              {review.membername}
              {own && (
                <>
                  {' '}
                  <Tag tone="own">Ulasan Anda</Tag>
                </>
              )}
            </strong>
            <span className={classes.when}>
              <Stars of={review.bintang} size={14} />
              <time dateTime={review.updateat.toISOString()}>{wib(review.updateat)}</time>
              {edited && <span>diubah</span>}
            </span>
          </div>
        </div>
        <p className={classes.comment}>{review.comment}</p>
        {review.reply && !replying && (
          <div className={classes.reply}>
            <span className={classes.when}>
              <strong>Balasan {sellername}</strong>
              {review.replyat && <time dateTime={review.replyat.toISOString()}>{wib(review.replyat)}</time>}
            </span>
            <p className={classes.comment}>{review.reply}</p>
          </div>
        )}
        {canReply &&
          (replying ? (
            <ReplyForm review={review} onClose={() => setReplying(false)} />
          ) : (
            <Button
              size="sm"
              variant="subtle"
              className={classes.replyButton}
              leftSection={<IconMessageReply size={16} />}
              aria-label={`${review.reply ? 'Ubah balasan' : 'Balas'} untuk ${review.membername}`}
              onClick={() => setReplying(true)}
            >
              {review.reply ? 'Ubah balasan' : 'Balas'}
            </Button>
          ))}
      </div>
    </Row>
  )
}

/** Writes or replaces the seller's reply to a review. */
function ReplyForm({ review, onClose }: { review: Review; onClose: () => void }) {
  const reply = useReplyToReview(onClose)
  const { form, field, formProps, busy, unsent } = useServerForm({
    initialValues: { reply: review.reply ?? '' },
    send: (values) => reply.mutateAsync({ memberid: Number(review.memberid), reply: values.reply.trim() }),
  })
  useConfirmLeave(unsent && !reply.isSuccess, 'Balasan ini belum dikirim. Tinggalkan dan buang isiannya?')

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
