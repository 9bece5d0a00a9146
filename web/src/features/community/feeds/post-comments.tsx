import { type Comment, commentMax, type Post } from '@lapak/contract/community/feeds'
import { dotted } from '@lapak/contract/shared/money'
import { ActionIcon, Button, Divider, Loader, Text, Textarea } from '@mantine/core'
import { IconEyeOff, IconFlag, IconSend2, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, lazy, Suspense, useState } from 'react'
import { useUser } from '#features/auth/access/use-user.ts'
import { commentsQuery, useRemoveComment, useWriteComment } from '#features/community/feeds/feeds.api.ts'
import classes from '#features/community/feeds/post.module.css'
import { postTextError } from '#features/community/feeds/post-text-error.ts'
import { PostWriter } from '#features/community/feeds/post-writer.tsx'
import { useIdempotencyKey } from '#features/community/feeds/use-idempotency-key.ts'
import { WhyHidden } from '#features/community/feeds/why-hidden.tsx'
import { useNextPage } from '#lib/use-next-page.ts'
import { isConfirmed } from '#ui/confirm.tsx'
import { LinkedText } from '#ui/linked-text.tsx'

const ReportPost = lazy(() => import('#features/community/feeds/report-post.tsx').then((module) => ({ default: module.ReportPost })))
const ModerationDialog = lazy(() =>
  import('#features/community/feeds/moderation-dialog.tsx').then((module) => ({ default: module.ModerationDialog })),
)

interface PostCommentsProps {
  post: Post
  open: boolean
  onOpen: () => void
}

/** The newest comments below a post. If expanded: all comments, and the field for an answer. */
export function PostComments({ post, open, onOpen }: PostCommentsProps) {
  const { comment, totalcomment } = post
  if (!open && comment.length === 0) return null
  return (
    <div className={classes.comments}>
      <Divider />
      {open ? (
        <AllComments post={post} />
      ) : (
        <>
          {totalcomment > comment.length && (
            <Button variant="subtle" size="compact-sm" className={classes.all} onClick={onOpen}>
              Lihat {dotted(totalcomment)} komentar
            </Button>
          )}
          <Comments postid={post.postid} comments={comment} />
        </>
      )}
      {open && <AnswerField postid={post.postid} />}
    </div>
  )
}

function AllComments({ post: { postid } }: { post: Post }) {
  const list = useInfiniteQuery(commentsQuery(postid))
  const { data, error, refetch, hasNextPage, isFetchingNextPage } = list
  const readNext = useNextPage(list)
  const comments = data?.pages.flatMap(({ content }) => content).reverse()
  if (!comments)
    return error ? (
      <Button variant="subtle" size="compact-sm" className={classes.all} onClick={() => void refetch()}>
        Komentar belum bisa dimuat. Coba lagi
      </Button>
    ) : (
      <Loader size="sm" aria-label="Memuat komentar" />
    )
  return (
    <>
      {hasNextPage && (
        <Button variant="subtle" size="compact-sm" className={classes.all} loading={isFetchingNextPage} onClick={readNext}>
          {error ? 'Belum bisa dimuat. Coba lagi' : 'Komentar sebelumnya'}
        </Button>
      )}
      {comments.length === 0 && (
        <Text size="sm" c="dimmed">
          Belum ada komentar.
        </Text>
      )}
      <Comments postid={postid} comments={comments} />
    </>
  )
}

const Comments = ({ postid, comments }: { postid: bigint; comments: Comment[] }) =>
  comments.map((comment) => <OneComment key={comment.commentid.toString()} postid={postid} comment={comment} />)

function OneComment({ postid, comment }: { postid: bigint; comment: Comment }) {
  const [asking, setAsking] = useState<'report' | 'hide'>()
  const close = () => setAsking(undefined)
  const remove = useRemoveComment(postid, comment)
  const isAdministrator = useUser()?.roles.some(({ name }) => name === 'ROLE_ADMIN')
  const { commentid, member, waktu, msg, sendiri, alasan } = comment
  async function askAndRemove() {
    if (await isConfirmed({ question: 'Hapus komentar Anda?', danger: true })) remove.mutate(undefined)
  }
  return (
    <div className={classes.comment}>
      <div className={classes.head}>
        <PostWriter member={member} at={waktu} own={sendiri} size={32} />
        {sendiri && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Hapus komentar"
            loading={remove.isPending}
            onClick={() => void askAndRemove()}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        )}
        {!sendiri && alasan === null && (
          <ActionIcon variant="subtle" color="gray" aria-label={`Laporkan komentar ${member.name}`} onClick={() => setAsking('report')}>
            <IconFlag size={18} aria-hidden />
          </ActionIcon>
        )}
        {isAdministrator && !sendiri && alasan === null && (
          <ActionIcon variant="subtle" color="gray" aria-label={`Sembunyikan komentar ${member.name}`} onClick={() => setAsking('hide')}>
            <IconEyeOff size={18} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <div className={classes.said}>
        {alasan === null ? (
          <LinkedText text={msg} />
        ) : sendiri ? (
          <WhyHidden what="Komentar ini" reason={alasan} />
        ) : (
          <span className={classes.quiet}>{alasan}</span>
        )}
      </div>
      <Suspense>
        {asking === 'report' && <ReportPost about={{ id: postid, comment: commentid }} name={member.name} onClose={close} />}
        {asking === 'hide' && <ModerationDialog about={{ decision: 'hide', id: postid, comment: commentid }} onClose={close} />}
      </Suspense>
    </div>
  )
}

/** Enter sends; Shift+Enter begins a new line, as in the chat. */
function AnswerField({ postid }: { postid: bigint }) {
  const [text, setText] = useState('')
  const answer = useWriteComment(postid)
  const idOf = useIdempotencyKey()
  const complete = useUser()?.complete
  const msg = text.trim()

  function send() {
    if (msg === '' || answer.isPending) return
    answer.mutate({ msg, clientid: idOf(msg) }, { onSuccess: () => setText('') })
  }

  function onKey(event: KeyboardEvent) {
    // Enter is ignored while it confirms the composition of an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  if (!complete) return null
  return (
    <form
      className={classes.answer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Textarea
        aria-label="Tulis komentar"
        placeholder="Tulis komentar"
        autosize
        minRows={1}
        maxRows={5}
        maxLength={commentMax}
        enterKeyHint="send"
        value={text}
        error={postTextError(answer.error)}
        onChange={(event) => {
          setText(event.currentTarget.value)
          answer.reset()
        }}
        onKeyDown={onKey}
      />
      <ActionIcon
        type="submit"
        variant="filled"
        color="green"
        size="lg"
        aria-label="Kirim komentar"
        disabled={msg === ''}
        loading={answer.isPending}
      >
        <IconSend2 size={20} aria-hidden />
      </ActionIcon>
    </form>
  )
}
