import type { Post } from '@lapak/contract/community/feeds'
import { wib } from '@lapak/contract/shared/time-text'
import classes from '#features/community/feeds/post.module.css'
import { relativeTime } from '#lib/relative-time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Tag } from '#ui/tag.tsx'

interface PostWriterProps {
  member: Post['member']
  at: Date
  own: boolean
  size?: number
}

/** The author and the time of a post. A post of the platform has a badge, because a member could use the name of the platform. */
export const PostWriter = ({ member: { name, avatar, resmi }, at, own, size = 40 }: PostWriterProps) => (
  <>
    <Avatar name={name} address={avatar} size={size} />
    <div className={classes.who}>
      <span className={classes.by}>
        <bdi className={classes.name}>{name}</bdi>
        {resmi && <Tag tone="own">Lapak</Tag>}
        {own && <Tag>Anda</Tag>}
      </span>
      <time dateTime={at.toISOString()} title={wib(at)} className={classes.when}>
        {relativeTime(at)}
      </time>
    </div>
  </>
)
