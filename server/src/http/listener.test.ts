import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#shared/log.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { openWire, type Wire } from '../../test/database-wire.ts'
import { Listener } from './listener.ts'

let database: TestDatabase
let wire: Wire
beforeAll(async () => {
  database = await createTestDatabase()
  wire = await openWire(database.url)
})
afterAll(async () => {
  await wire.close()
  await database.drop()
})

test('a silently broken connection is detected and replaced, and notifications are received again', { timeout: 60_000 }, async () => {
  const listener = new Listener(wire.url, createLog('fatal'), 200)
  const heard: string[] = []
  let again = 0
  await listener.listen('news', (word) => heard.push(word))
  listener.onListeningAgain(() => {
    again += 1
  })
  const teller = new pg.Client({ connectionString: database.url, application_name: 'lapak-test' })
  await teller.connect()
  const notify = (word: string) => teller.query('select pg_notify($1, $2)', ['news', word])

  await notify('before')
  await expect.poll(() => heard).toEqual(['before'])
  wire.hush()
  await notify('meanwhile')
  await expect.poll(() => again).toBe(1)
  await notify('afterwards')
  await expect.poll(() => heard).toEqual(['before', 'afterwards'])
  // A connection that still answers is kept.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(again).toBe(1)
  await teller.end()
  await listener.close()
})
