import { type AdminComment, type AdminPostDetail, reportReasons } from '@lapak/contract/community/feeds'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type ModerationDecision, moderatedPostQuery } from '#features/community/feeds/feeds.api.ts'
import { ModerationDialog } from '#features/community/feeds/moderation-dialog.tsx'
import classes from '#features/community/feeds/post.module.css'
import { PostState } from '#features/community/feeds/post-state.tsx'
import { Facts } from '#ui/facts.tsx'
import { LinkedText } from '#ui/linked-text.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { SideDrawer } from '#ui/side-drawer.tsx'
import { ErrorState } from '#ui/states.tsx'
import link from '#ui/text-link.module.css'

/** A post with its reports and comments, and the actions of an administrator. */
export function ModerationDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <SideDrawer record={id} title={(id) => `Kiriman ${id}`} width={520} onClose={onClose}>
      {(id) => <Moderated id={id} />}
    </SideDrawer>
  )
}

function Moderated({ id }: { id: string }) {
  const { data: post, error, refetch } = useQuery(moderatedPostQuery(id))
  const [asking, setAsking] = useState<ModerationDecision>()
  if (!post)
    return error ? (
      <ErrorState title="Kiriman belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
    ) : (
      <Stack gap="md" aria-busy>
        <Skeleton height={24} width="60%" />
        <Skeleton height={160} />
      </Stack>
    )
  return (
    <Stack gap="lg">
      <PostState of={post} />
      <LinkedText text={post.msg} />
      {post.image && (
        <a href={post.image} target="_blank" rel="noopener" className={classes.picture} aria-label="Buka gambar">
          <img src={post.image} alt="" loading="lazy" />
        </a>
      )}
      <Facts
        facts={[
          {
            label: 'Penulis',
            value: (
              <Link to="/usermanagement" search={{ member: post.memberid.toString() }} className={link.inline}>
                {post.membername}
              </Link>
            ),
          },
          { label: 'Atas nama Lapak', value: post.resmi ? 'Ya' : null },
          { label: 'Ditulis', value: wib(post.waktu) },
          { label: 'Suka', value: post.totallike.toString() },
          { label: 'Disembunyikan', value: post.hiddenat && `${wib(post.hiddenat)}, ${post.hiddenby}: ${post.alasan}` },
          { label: 'Dihapus penulisnya', value: post.removedat && wib(post.removedat) },
        ]}
      />
      <Decide post={post} onDecide={setAsking} />
      <Reports of={post} />
      <Comments of={post} onDecide={setAsking} />
      {asking && <ModerationDialog about={asking} onClose={() => setAsking(undefined)} />}
    </Stack>
  )
}

interface DecideProps {
  post: AdminPostDetail
  onDecide: (decision: ModerationDecision) => void
}

function Decide({ post: { id, own, removedat, hiddenat, laporan }, onDecide }: DecideProps) {
  if (removedat !== null) return null
  if (own) return <Text size="sm">Kiriman Anda sendiri, harus diputuskan admin lain.</Text>
  return (
    <Group gap="xs">
      {hiddenat === null ? (
        <Button color="red" onClick={() => onDecide({ decision: 'hide', id })}>
          Sembunyikan
        </Button>
      ) : (
        <Button onClick={() => onDecide({ decision: 'restore', id })}>Tampilkan lagi</Button>
      )}
      {hiddenat === null && laporan > 0 && (
        <Button variant="default" onClick={() => onDecide({ decision: 'keep', id })}>
          Biarkan tampil
        </Button>
      )}
    </Group>
  )
}

const Reports = ({ of: { reports } }: { of: AdminPostDetail }) => (
  <section aria-label="Laporan">
    <Title order={3}>Laporan</Title>
    {reports.length === 0 ? (
      <Text size="sm" c="dimmed">
        Tidak ada laporan.
      </Text>
    ) : (
      <RowList>
        {reports.map((report) => (
          <Row key={report.memberid.toString()}>
            <Reported of={report} />
          </Row>
        ))}
      </RowList>
    )}
  </section>
)

const Reported = ({ of: { membername, reason, msg, createat } }: { of: AdminPostDetail['reports'][number] }) => (
  <>
    <Text size="sm" fw={600}>
      {reportReasons[reason]}
    </Text>
    {msg && (
      <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        {msg}
      </Text>
    )}
    <RowFacts>
      {membername}, {wib(createat)}
    </RowFacts>
  </>
)

interface CommentsProps {
  of: AdminPostDetail
  onDecide: (decision: ModerationDecision) => void
}

const Comments = ({ of: { id, comments }, onDecide }: CommentsProps) => (
  <section aria-label="Komentar">
    <Title order={3}>Komentar</Title>
    {comments.length === 0 ? (
      <Text size="sm" c="dimmed">
        Tidak ada komentar.
      </Text>
    ) : (
      <RowList>
        {comments.map((comment) => (
          <Row key={comment.commentid.toString()} actions={<OfComment comment={comment} postid={id} onDecide={onDecide} />}>
            <LinkedText text={comment.msg} />
            <RowFacts>
              {comment.membername}, {wib(comment.waktu)}
              {comment.alasan !== null && ` · disembunyikan: ${comment.alasan}`}
              {comment.removedat !== null && ' · dihapus penulisnya'}
            </RowFacts>
            {comment.reports.length > 0 && (
              <Stack gap="xs" mt="xs" pl="md" role="group" aria-label={`Laporan komentar ${comment.membername}`}>
                {comment.reports.map((report) => (
                  <div key={report.memberid.toString()}>
                    <Reported of={report} />
                  </div>
                ))}
              </Stack>
            )}
          </Row>
        ))}
      </RowList>
    )}
  </section>
)

function OfComment({
  comment,
  postid,
  onDecide,
}: {
  comment: AdminComment
  postid: bigint
  onDecide: (decision: ModerationDecision) => void
}) {
  if (comment.own || comment.removedat !== null) return null
  const isShown = comment.hiddenat === null
  const decisions: ModerationDecision['decision'][] = [
    isShown ? 'hide' : 'restore',
    ...(isShown && comment.laporan > 0 ? ['keep' as const] : []),
  ]
  return (
    <Stack gap="xs">
      {decisions.map((decision) => (
        <Button
          key={decision}
          variant="default"
          size="sm"
          aria-label={`${verbs[decision]} komentar ${comment.membername}`}
          onClick={() => onDecide({ decision, id: postid, comment: comment.commentid })}
        >
          {verbs[decision]}
        </Button>
      ))}
    </Stack>
  )
}

const verbs: Record<ModerationDecision['decision'], string> = { hide: 'Sembunyikan', restore: 'Tampilkan lagi', keep: 'Biarkan tampil' }
