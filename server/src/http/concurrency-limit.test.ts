import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

test('work runs up to the limit, further work waits in order, and is refused when the queue is full', async () => {
  const share = createConcurrencyLimit(2, 3)
  const [begun, ends]: [number[], (() => void)[]] = [[], []]
  const works = [1, 2, 3, 4, 5].map((nth) =>
    share(async () => {
      begun.push(nth)
      await new Promise<void>((end) => ends.push(end))
      return nth
    }),
  )
  await expect(share(async () => 6)).rejects.toMatchObject({ code: 'system.busy' })
  expect(begun).toEqual([1, 2])
  ends[1]?.()
  expect(await works[1]).toBe(2)
  await expect.poll(() => begun).toEqual([1, 2, 3])
  ends[0]?.()
  await expect.poll(() => begun).toEqual([1, 2, 3, 4])
  for (const end of ends) end()
  await expect.poll(() => begun).toHaveLength(5)
  for (const end of ends) end()
  expect(await Promise.all(works)).toEqual([1, 2, 3, 4, 5])
})

test('failed work frees its slot', async () => {
  const share = createConcurrencyLimit(1, 1)
  await expect(share(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await share(async () => 'next')).toBe('next')
})
