import { expect, test } from 'vitest'
import type { CsvFile } from './csv.ts'
import { type Column, listAsFile } from './list-as-file.ts'

const columns: Column<{ id: number }>[] = [['ID', ({ id }) => id]]

async function sizesOf({ rows }: CsvFile): Promise<number[]> {
  const sizes: number[] = []
  for await (const batch of rows) sizes.push(batch.length)
  return sizes
}

/** A list with this number of rows, which records its calls. */
function listOf(count: number) {
  const asked: number[] = []
  const noted: number[] = []
  const list = {
    name: 'daftar',
    columns,
    find: async (most: number) => {
      asked.push(most)
      return Array.from({ length: Math.min(count, most) }, (_, id) => id)
    },
    read: (ids: number[]) => ids.map((id) => ({ id })),
    batchSize: 2,
    max: 5,
    note: async (rows: number) => noted.push(rows),
  }
  return { list, asked, noted }
}

test('a list that is downloaded as a file is queried once, audited when its rows are counted, and read in batches', async () => {
  const { list, asked, noted } = listOf(5)
  const file = await listAsFile({ ...list, days: { awal: '2026-01-01', akhir: '2026-01-31' } })
  expect(file).toMatchObject({ name: 'daftar-2026-01-01-2026-01-31.csv', headings: ['ID'] })
  expect(file.rowCount).toBe(5)
  expect(noted).toEqual([])
  await file.record?.()
  expect(noted).toEqual([5])
  expect(await sizesOf(file)).toEqual([2, 2, 1])
  expect(asked).toEqual([6])
})

test('a list that is too long for a file is refused and not audited', async () => {
  const { list, noted } = listOf(6)
  await expect(listAsFile(list)).rejects.toMatchObject({ code: 'download.too_many' })
  expect(noted).toEqual([])
})
