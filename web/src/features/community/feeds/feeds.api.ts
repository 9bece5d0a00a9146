import { type AdminPost, type Comment, feedCalls, type Post } from '@lapak/contract/community/feeds'
import type { BodySent, DataOf } from '@lapak/contract/shared/call'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { ApiError } from '#lib/api-error.ts'
import type { ListSource } from '#lib/use-list.ts'
import { showSuccess } from '#ui/snackbar.ts'

const key = ['feeds'] as const
const pageSize = 10
const commentsSize = 20
/** The largest number of new posts that is counted. */
export const newPostsMax = 50

type Stream<Row> = InfiniteData<{ content: Row[]; next: bigint | null }, string | undefined>

/** Newest first. The list does not change while the reader scrolls: a button offers new posts, and changed posts are updated one by one. */
export const postsQuery = infiniteQueryOptions({
  queryKey: [...key, 'list'],
  queryFn: ({ pageParam: before, signal }) => request(feedCalls.list, { query: { before, size: pageSize }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: DataOf<typeof feedCalls.list>) => next?.toString(),
  staleTime: Number.POSITIVE_INFINITY,
})

export const commentsQuery = (postid: bigint) =>
  infiniteQueryOptions({
    queryKey: [...key, 'comments', postid.toString()],
    queryFn: ({ pageParam: before, signal }) =>
      request(feedCalls.comments, { params: { id: postid.toString() }, query: { before, size: commentsSize }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: DataOf<typeof feedCalls.comments>) => next?.toString(),
  })

/** Reads the newest posts from the server, to compare them with the shown posts. */
export const fetchNewestPosts = async (): Promise<Post[]> => (await request(feedCalls.list, { query: { size: newPostsMax } })).content

type Posts = Stream<Post>

export const cachedNewestPosts = (queries: QueryClient): Post[] | undefined =>
  queries.getQueryData<Posts>(postsQuery.queryKey)?.pages[0]?.content

const isShown = (queries: QueryClient, id: bigint): boolean =>
  queries.getQueryData<Posts>(postsQuery.queryKey)?.pages.some(({ content }) => content.some(({ postid }) => postid === id)) ?? false

function changePosts(queries: QueryClient, change: (posts: Post[], page: number) => Post[]) {
  queries.setQueryData<Posts>(postsQuery.queryKey, (known) =>
    known ? { ...known, pages: known.pages.map((page, at) => ({ ...page, content: change(page.content, at) })) } : known,
  )
}

const changePost = (queries: QueryClient, id: bigint, change: Partial<Post>) =>
  changePosts(queries, (posts) => posts.map((post) => (post.postid === id ? { ...post, ...change } : post)))

const dropPost = (queries: QueryClient, id: bigint) => changePosts(queries, (posts) => posts.filter(({ postid }) => postid !== id))

/** Refetches one post and updates it in the list; a post that no longer exists is removed from the list. */
export async function refreshPost(queries: QueryClient, postid: bigint): Promise<void> {
  if (!isShown(queries, postid)) return
  try {
    changePost(queries, postid, await request(feedCalls.one, { params: { id: postid.toString() } }))
  } catch (error) {
    if (isGone(error)) dropPost(queries, postid)
  }
  await queries.invalidateQueries({ queryKey: commentsQuery(postid).queryKey })
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

export function useWritePost() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<typeof feedCalls.write>) => submit(feedCalls.write, { body }),
    onSuccess: ({ data, msg }) => {
      showSuccess(msg)
      changePosts(queries, (posts, page) => (page === 0 && !posts.some(({ postid }) => postid === data.postid) ? [data, ...posts] : posts))
    },
    meta: { shownInPlace: true },
  })
}

/** A change of a post. If the server reports that the post was deleted in the meantime, the post is also removed from the screen. */
function useChange<Input, Answer>(postid: bigint, send: (input: Input) => Promise<Answer>, onDone: (answer: Answer) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (error) => {
      if (isGone(error)) void refreshPost(queries, postid)
    },
  })
}

const at = (postid: bigint) => ({ id: postid.toString() })

/** A like is shown at once and reverted if the server refuses it. The requests are sent one after another, so that the last press decides. */
export function useLikePost({ postid, suka, totallike }: Post) {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: `like-${postid}` },
    mutationFn: (likes: boolean) => request(likes ? feedCalls.like : feedCalls.unlike, { params: at(postid) }),
    onMutate: (likes) => {
      if (likes !== suka) changePost(queries, postid, { suka: likes, totallike: totallike + (likes ? 1 : -1) })
    },
    onSuccess: (now) => changePost(queries, postid, now),
    onError: () => void refreshPost(queries, postid),
  })
}

export function useRemovePost(postid: bigint) {
  const queries = useQueryClient()
  return useChange(
    postid,
    () => submit(feedCalls.remove, { params: at(postid) }),
    ({ msg }) => {
      showSuccess(msg)
      dropPost(queries, postid)
    },
  )
}

export function useWriteComment(postid: bigint) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<typeof feedCalls.answer>) => submit(feedCalls.answer, { params: at(postid), body }),
    onSuccess: () => refreshPost(queries, postid),
    meta: { shownInPlace: true },
  })
}

export function useRemoveComment(postid: bigint, { commentid }: Pick<Comment, 'commentid'>) {
  const queries = useQueryClient()
  return useChange(
    postid,
    () => submit(feedCalls.removeComment, { params: { ...at(postid), comment: commentid.toString() } }),
    ({ msg }) => {
      showSuccess(msg)
      void refreshPost(queries, postid)
    },
  )
}

/** What a member reports: a post, or a comment of the post. */
export interface ReportTarget {
  id: bigint
  comment?: bigint
}

export const useReportPost = ({ id, comment }: ReportTarget) =>
  useMutation({
    mutationFn: (body: BodySent<typeof feedCalls.report>) =>
      comment === undefined
        ? submit(feedCalls.report, { params: at(id), body })
        : submit(feedCalls.reportComment, { params: { ...at(id), comment: comment.toString() }, body }),
    onSuccess: ({ msg }) => showSuccess(msg),
    meta: { shownInPlace: true },
  })

// — For administrators

export const moderationList: ListSource<typeof feedCalls.adminList> = {
  name: 'kiriman',
  call: feedCalls.adminList,
  key: [...key, 'house', 'list'],
}

export const moderatedPostQuery = (id: string) =>
  queryOptions({ queryKey: [...key, 'house', 'one', id], queryFn: ({ signal }) => request(feedCalls.adminOne, { params: { id }, signal }) })

const waitingQuery = queryOptions({
  queryKey: [...key, 'house', 'waiting'],
  queryFn: async ({ signal }) => (await request(feedCalls.adminList, { query: { tahap: 'dilaporkan', size: 1 }, signal })).totalElements,
  refetchInterval: 120_000,
})

/** The number of reported posts that wait for an administrator. */
export const useWaitingPosts = (enabled = true): number => useQuery({ ...waitingQuery, enabled }).data ?? 0

export function useRefreshModeration() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: [...key, 'house'] })
}

/** What an administrator decides, and the post or comment that it is about. */
export interface ModerationDecision {
  decision: 'hide' | 'restore' | 'keep'
  id: bigint
  comment?: bigint
}

const ofComments = { hide: feedCalls.hideComment, restore: feedCalls.restoreComment, keep: feedCalls.keepComment }

const send = ({ decision, id, comment }: ModerationDecision, reason: string): Promise<{ data: AdminPost; msg: string }> => {
  const body = { reason }
  if (comment === undefined) return submit(feedCalls[decision], { params: at(id), body })
  return submit(ofComments[decision], { params: { ...at(id), comment: comment.toString() }, body })
}

export function useModerate(about: ModerationDecision) {
  const queries = useQueryClient()
  const refresh = useRefreshModeration()
  return useMutation({
    mutationFn: (reason: string) => send(about, reason),
    onSuccess: ({ msg }) => {
      showSuccess(msg)
      if (about.decision === 'hide' && about.comment === undefined) dropPost(queries, about.id)
    },
    onSettled: () => {
      refresh()
      return refreshPost(queries, about.id)
    },
    meta: { shownInPlace: true },
  })
}
