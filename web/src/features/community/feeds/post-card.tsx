import type { Post } from '@lapak/contract/community/feeds'
import { dotted } from '@lapak/contract/shared/money'
import { ActionIcon, Button, Menu, Text } from '@mantine/core'
import { IconDots, IconEyeOff, IconFlag, IconHeart, IconHeartFilled, IconMessageCircle, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useUser } from '#features/auth/access/use-user.ts'
import { useLikePost, useRemovePost } from '#features/community/feeds/feeds.api.ts'
import classes from '#features/community/feeds/post.module.css'
import { PostComments } from '#features/community/feeds/post-comments.tsx'
import { PostWriter } from '#features/community/feeds/post-writer.tsx'
import { WhyHidden } from '#features/community/feeds/why-hidden.tsx'
import { Card } from '#ui/card.tsx'
import { isConfirmed } from '#ui/confirm.tsx'
import { LinkedText } from '#ui/linked-text.tsx'

const ReportPost = lazy(() => import('#features/community/feeds/report-post.tsx').then((module) => ({ default: module.ReportPost })))
const ModerationDialog = lazy(() =>
  import('#features/community/feeds/moderation-dialog.tsx').then((module) => ({ default: module.ModerationDialog })),
)

/** One post with its author, text and actions. The author of a hidden post sees the reason. */
export function PostCard({ post }: { post: Post }) {
  const [asking, setAsking] = useState<'report' | 'hide'>()
  const { postid, member, waktu, sendiri, alasan } = post
  const close = () => setAsking(undefined)
  return (
    <Card
      component="article"
      className={classes.post}
      aria-label={`Kiriman ${member.name}, ${alasan === null ? [...post.msg].slice(0, 60).join('') : 'disembunyikan'}`}
    >
      <header className={classes.head}>
        <PostWriter member={member} at={waktu} own={sendiri} />
        <PostMenu post={post} onReport={() => setAsking('report')} onHide={() => setAsking('hide')} />
      </header>
      {alasan === null ? <Content post={post} /> : <WhyHidden what="Kiriman ini" reason={alasan} />}
      <Suspense>
        {asking === 'report' && <ReportPost about={{ id: postid }} name={member.name} onClose={close} />}
        {asking === 'hide' && <ModerationDialog about={{ decision: 'hide', id: postid }} onClose={close} />}
      </Suspense>
    </Card>
  )
}

function Content({ post }: { post: Post }) {
  const user = useUser()
  const like = useLikePost(post)
  const [open, setOpen] = useState(false)
  const { postid, msg, image, suka, totallike, totalcomment } = post
  return (
    <>
      <Words text={msg} />
      {image && (
        <a href={image} target="_blank" rel="noopener" className={classes.picture} aria-label="Buka gambar">
          <img src={image} alt="" loading="lazy" />
        </a>
      )}
      <div className={classes.doing}>
        <Button
          variant="subtle"
          size="sm"
          color={suka ? 'green' : 'gray'}
          className={classes.act}
          aria-pressed={suka}
          aria-label={`Suka, ${totallike}`}
          disabled={!user?.complete}
          leftSection={suka ? <IconHeartFilled size={18} aria-hidden /> : <IconHeart size={18} aria-hidden />}
          onClick={() => like.mutate(!suka)}
        >
          {totallike > 0 ? dotted(totallike) : 'Suka'}
        </Button>
        <Button
          variant="subtle"
          size="sm"
          color="gray"
          className={classes.act}
          aria-expanded={open}
          aria-label={`Komentar, ${totalcomment}`}
          leftSection={<IconMessageCircle size={18} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          {totalcomment > 0 ? dotted(totalcomment) : 'Komentar'}
        </Button>
      </div>
      <PostComments key={postid.toString()} post={post} open={open} onOpen={() => setOpen(true)} />
    </>
  )
}

const longFrom = 700
const linesFrom = 12

/** A long text is collapsed and can be expanded. */
function Words({ text }: { text: string }) {
  const [whole, setWhole] = useState(false)
  const long = text.length > longFrom || text.split('\n').length > linesFrom
  if (!long) return <LinkedText text={text} />
  return (
    <div>
      <div className={whole ? undefined : classes.folded}>
        <LinkedText text={text} />
      </div>
      <Button variant="transparent" size="compact-sm" px={0} aria-expanded={whole} onClick={() => setWhole(!whole)}>
        <Text component="span" size="sm" fw={600}>
          {whole ? 'Tampilkan lebih sedikit' : 'Selengkapnya'}
        </Text>
      </Button>
    </div>
  )
}

interface PostMenuProps {
  post: Post
  onReport: () => void
  onHide: () => void
}

/** The actions on a post: members delete their own posts and report the posts of others; administrators also hide posts. */
function PostMenu({ post: { postid, sendiri, member }, onReport, onHide }: PostMenuProps) {
  const remove = useRemovePost(postid)
  const isAdministrator = useUser()?.roles.some(({ name }) => name === 'ROLE_ADMIN')
  async function askAndRemove() {
    if (await isConfirmed({ question: 'Hapus kiriman ini beserta komentarnya?', danger: true })) remove.mutate(undefined)
  }
  return (
    <Menu position="bottom-end" width={220} shadow="md" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Pilihan kiriman ${member.name}`} loading={remove.isPending}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {sendiri ? (
          <Menu.Item className={classes.choice} leftSection={<IconTrash size={18} aria-hidden />} onClick={() => void askAndRemove()}>
            Hapus kiriman
          </Menu.Item>
        ) : (
          <Menu.Item className={classes.choice} leftSection={<IconFlag size={18} aria-hidden />} onClick={onReport}>
            Laporkan
          </Menu.Item>
        )}
        {isAdministrator && !sendiri && (
          <Menu.Item className={classes.choice} leftSection={<IconEyeOff size={18} aria-hidden />} onClick={onHide}>
            Sembunyikan
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
