import type { Review } from '@lapak/contract/selling/reviews'
import { wib } from '@lapak/contract/shared/time-text'
import { Button } from '@mantine/core'
import { IconMessageReply } from '@tabler/icons-react'
import { useState } from 'react'
import { ReplyForm } from '#features/selling/reviews/reply-form.tsx'
import classes from '#features/selling/reviews/reviews.module.css'
import { Avatar } from '#ui/avatar.tsx'
import { Row } from '#ui/row-list.tsx'
import { Stars } from '#ui/stars.tsx'
import { Tag } from '#ui/tag.tsx'

interface ReviewItemProps {
  review: Review
  sellername: string
  /** By the reader. */
  own: boolean
  /** The reader is the seller. */
  canReply: boolean
}

export function ReviewItem({ review, sellername, own, canReply }: ReviewItemProps) {
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
