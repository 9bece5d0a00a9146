import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { allCalls } from '../../test/calls.ts'
import { allowedBy } from '../../test/wild.ts'
import { holdsList, writeInPieces } from './write-answer.ts'

const asPieces = (schema: z.ZodType, data: unknown): string[] => {
  const work = writeInPieces(schema, data)
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value
}

test('writing a list row by row gives the same JSON as writing it as a whole, for every call of the contract', async () => {
  const lists = (await allCalls()).filter(({ data }) => data && holdsList(data))
  expect(lists.length).toBeGreaterThan(60)
  let compared = 0
  for (const { path, data } of lists) {
    const schema = data as z.ZodType
    for (const wire of fc.sample(allowedBy(schema, {}), { numRuns: 20, seed: 34 })) {
      const read = schema.safeDecode(wire as never)
      if (!read.success) continue
      compared += 1
      expect(asPieces(schema, read.data).join(''), path).toBe(JSON.stringify(z.encode(schema, read.data as never)))
    }
  }
  expect(compared).toBeGreaterThan(lists.length)
})

test('a long list is written in pieces and yields after each row', () => {
  const schema = z.object({ content: z.array(z.object({ n: z.int() })), totalElements: z.int() })
  const work = writeInPieces(schema, { content: Array.from({ length: 10_000 }, (_, n) => ({ n })), totalElements: 10_000 })
  let turns = 0
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) {
      expect(step.value.length).toBeGreaterThan(5)
      break
    }
    turns += 1
  }
  expect(turns).toBeGreaterThan(10_000)
})
