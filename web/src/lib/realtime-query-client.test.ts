import { type InfiniteData, InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { RealtimeQueryClient } from './realtime-query-client.ts'

/** A query whose answers contain the data as it was when the request was sent. */
function setOut() {
  let worth = 'before'
  const answers: PromiseWithResolvers<void>[] = []
  const queryFn = vi.fn(async () => {
    const asOf = worth
    const answer = Promise.withResolvers<void>()
    answers.push(answer)
    await answer.promise
    return asOf
  })
  const queries = new RealtimeQueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const shown = new QueryObserver(queries, { queryKey: ['list', 'own'], queryFn })
  shown.subscribe(() => undefined)
  const publish = () => {
    worth = 'after'
    void queries.invalidateQueries({ queryKey: ['list'] })
  }
  const answer = async (nth: number) => {
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(nth))
    answers[nth]?.resolve()
  }
  const data = () => shown.getCurrentResult().data
  return { queries, queryFn, tell: publish, answer, data, answers }
}

test('events during the first fetch of a query cause exactly one further fetch', async () => {
  const { tell: publish, answer, data, queryFn } = setOut()
  publish()
  publish()
  await answer(0)
  await answer(1)
  await vi.waitFor(() => expect(data()).toBe('after'))
  await new Promise((done) => setTimeout(done, 20))
  expect(queryFn).toHaveBeenCalledTimes(2)
})

test('an event about other data does not cause a further fetch of a query', async () => {
  const { queries, answer, data, queryFn } = setOut()
  void queries.invalidateQueries({ queryKey: ['sums'] })
  await answer(0)
  await vi.waitFor(() => expect(data()).toBe('before'))
  await new Promise((done) => setTimeout(done, 20))
  expect(queryFn).toHaveBeenCalledTimes(1)
})

test('an event after the first fetch of a query causes a refetch', async () => {
  const { tell: publish, answer, data, queryFn } = setOut()
  await answer(0)
  await vi.waitFor(() => expect(data()).toBe('before'))
  publish()
  await answer(1)
  await vi.waitFor(() => expect(data()).toBe('after'))
  expect(queryFn).toHaveBeenCalledTimes(2)
})

test('a first fetch that fails is not repeated because of events that arrived during it', async () => {
  const { queries, tell: publish, answers, data, queryFn } = setOut()
  publish()
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.reject(new Error('no'))
  await vi.waitFor(() => expect(queries.getQueryState(['list', 'own'])?.status).toBe('error'))
  expect(data()).toBeUndefined()
  expect(queryFn).toHaveBeenCalledTimes(1)
})

test('changes that events make to a list while its next page is requested are kept in their order when the page arrives', async () => {
  const queries = new RealtimeQueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const answers: PromiseWithResolvers<void>[] = []
  const queryFn = async ({ pageParam }: { pageParam: number }) => {
    const answer = Promise.withResolvers<void>()
    answers.push(answer)
    await answer.promise
    return [`post ${pageParam}`]
  }
  const queryKey = ['posts']
  const list = new InfiniteQueryObserver(queries, { queryKey, queryFn, initialPageParam: 0, getNextPageParam: (_, pages) => pages.length })
  list.subscribe(() => undefined)
  const pages = () => list.getCurrentResult().data?.pages
  const mark = (word: string) =>
    queries.setQueryData<InfiniteData<string[]>>(
      queryKey,
      (known) => known && { ...known, pages: known.pages.map((page) => page.map((post) => `${post} ${word}`)) },
    )
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.resolve()
  await vi.waitFor(() => expect(pages()).toEqual([['post 0']]))

  const next = list.fetchNextPage()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  mark('liked')
  mark('twice')
  expect(pages()).toEqual([['post 0 liked twice']])
  answers[1]?.resolve()
  await next
  await vi.waitFor(() => expect(pages()?.[0]).toEqual(['post 0 liked twice']))
  expect(pages()).toHaveLength(2)

  // If the request for the next page fails, the changed rows stay as they are.
  const failing = list.fetchNextPage()
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  mark('thrice')
  answers[2]?.reject(new Error('no'))
  await failing
  expect(pages()?.[0]).toEqual(['post 0 liked twice thrice'])
})

test('an event that changes a row neither makes a list fresh nor removes its invalidation', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const queries = new RealtimeQueryClient()
    const keys = ['left', 'old', 'other'].map((name) => ['list', name])
    for (const queryKey of keys) queries.setQueryData(queryKey, ['pending'])
    const began = Date.now()
    await queries.invalidateQueries({ queryKey: ['list', 'old'] })
    vi.advanceTimersByTime(60_000)
    queries.setQueriesData<string[]>({ queryKey: ['list'] }, (rows) => (rows?.includes('pending') ? ['done'] : rows))
    queries.setQueriesData<string[]>({ queryKey: ['list'] }, (rows) => rows)
    const states = keys.map((queryKey) => queries.getQueryState(queryKey))
    expect(states.map((state) => [state?.data, state?.dataUpdatedAt, state?.isInvalidated])).toEqual([
      [['done'], began, false],
      [['done'], began, true],
      [['done'], began, false],
    ])
  } finally {
    vi.useRealTimers()
  }
})
