import type { Review } from '@lapak/contract/selling/reviews'
import { dotted } from '@lapak/contract/shared/money'
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconMessageStar, IconPencil } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useUser } from '#features/auth/access/use-user.ts'
import { ReviewItem } from '#features/selling/reviews/review-item.tsx'
import { reviewsQuery } from '#features/selling/reviews/reviews.api.ts'
import classes from '#features/selling/reviews/reviews.module.css'
import { Card } from '#ui/card.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { Row, RowList } from '#ui/row-list.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

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
  /** Whether the dialog is open; the address says so, and a half-written review is asked about before it is left. */
  writing: boolean
  onWriting: (open: boolean) => void
  onWritten: () => void
}

/** What buyers say about a seller, and the seller's answers. */
export function Reviews({ seller, writing, onWriting, onWritten }: ReviewsProps) {
  const list = useInfiniteQuery(reviewsQuery(seller.sellerid))
  const { data, error, refetch } = list
  const me = useUser()?.member.memberid
  const reviews = data?.pages.flatMap(({ content }) => content)
  // The newest of both: the page of the seller may be older than a list that was read after writing.
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
