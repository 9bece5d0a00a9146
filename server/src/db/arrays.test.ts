import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { bigints, booleans, integers, plainElements, smallints, texts, timestamps } from './arrays.ts'
import { type Database, openDatabase } from './db.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = await openDatabase({ url: database.url, pool: 1, fastPool: 1, log: { error: () => undefined } })
})

afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Reads each value back as the text that PostgreSQL writes for it. */
async function readBack(type: string, values: Buffer): Promise<(string | null)[] | undefined> {
  const text = `select array(select value::text from unnest($1::${type}[]) as value) as given`
  const [row] = await db.fast.run<{ given: (string | null)[] }>({ name: `back-${type}`, text }, [values])
  return row?.given
}

const written = (values: unknown[]) => values.map((value) => (value === null || value === undefined ? null : String(value)))
const max = 2n ** 63n - 1n
const longs = [0n, max, -max - 1n, null, 7n]
const numbers = [1, undefined, -2_147_483_648, 2_147_483_647]
const small = [null, -32_768, 32_767]
const awkward = ['', 'NULL', 'a,b', '{"x"}', 'back\\slash', "it's", ' zwei\nZeilen ', 'Rp 1.000 – ☕😀', null]

test('arrays arrive unchanged, with nulls or empty', async () => {
  expect(await readBack('bigint', bigints(longs))).toEqual(written(longs))
  expect(await readBack('integer', integers(numbers))).toEqual(written(numbers))
  expect(await readBack('smallint', smallints(small))).toEqual(written(small))
  expect(await readBack('boolean', booleans([true, null, false]))).toEqual(written([true, null, false]))
  expect(await readBack('text', texts(awkward))).toEqual(awkward)
  expect(await readBack('bigint', bigints([]))).toEqual([])
  expect(await readBack('text', texts([]))).toEqual([])
  expect(await readBack('timestamptz', timestamps([]))).toEqual([])
})

test('timestamps arrive with milliseconds, before and after the year 2000', async () => {
  const moments = [new Date('2026-11-23T10:11:12.345Z'), new Date('1999-12-31T23:59:59.999Z'), null]
  const [row] = await db.fast.run<{ given: (Date | null)[] }>({ name: 'moments', text: 'select $1::timestamptz[] as given' }, [
    timestamps(moments),
  ])
  expect(row?.given).toEqual(moments)
})

test('an array of another type than the parameter is refused', async () => {
  await expect(readBack('bigint', integers([1]))).rejects.toMatchObject({ code: '42804' })
})

test('a number that is not whole or out of range is refused instead of being changed', () => {
  for (const value of [Number.NaN, 1.5, Number.POSITIVE_INFINITY])
    for (const write of [integers, smallints]) expect(() => write([value])).toThrow(RangeError)
  expect(() => timestamps([new Date(Number.NaN)])).toThrow(RangeError)
  expect(() => smallints([40_000])).toThrow(RangeError)
})

test('numbers and words of an array in text format are parsed into elements', async () => {
  const text = 'select ($1::bigint[])::text as numbers, ($2::text[])::text as words'
  const read = async (numbers: (bigint | null)[], words: (string | null)[]) => {
    const [row] = await db.fast.run<{ numbers: string; words: string }>({ name: 'written', text }, [bigints(numbers), texts(words)])
    return [row?.numbers, row?.words].map((written) => plainElements(written ?? null))
  }
  expect(await read(longs, ['low', null, 'sold_out'])).toEqual([
    longs.map((value) => value?.toString() ?? 'NULL'),
    ['low', 'NULL', 'sold_out'],
  ])
  expect(await read([], [])).toEqual([[], []])
  expect(plainElements(null)).toBeNull()
})
