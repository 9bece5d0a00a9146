import { expect, test } from 'vitest'
import { fetchAllPages } from './pages.ts'

test('reads all rows page by page', async () => {
  const stored = Array.from({ length: 1_201 }, (_, row) => row)
  const asked: number[] = []
  const read = async ({ size, page }: { size: number; page: number }) => {
    asked.push(page)
    return { content: stored.slice(page * size, (page + 1) * size), totalElements: stored.length }
  }
  expect(await fetchAllPages(500, read)).toEqual(stored)
  expect(asked).toEqual([0, 1, 2])
})

test('stops reading when rows were deleted between two pages', async () => {
  expect(await fetchAllPages(2, async ({ page }) => ({ content: page === 0 ? [1, 2] : [], totalElements: 3 }))).toEqual([1, 2])
})
