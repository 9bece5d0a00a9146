import { createServer, type Server } from 'node:net'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { createLog } from './log.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

const logged = (error: unknown): unknown => {
  let line = ''
  const write = (text: string) => {
    line += text
  }
  createLog('info', { write }).error({ err: error }, 'gagal')
  return JSON.parse(line).err
}

test('an error is logged with its type, message, code, stack and cause, and without the connection that it carries', () => {
  const cause = Object.assign(new TypeError('terminating connection'), { code: '57P01', client: { secretKey: 77 } })
  const error = Object.assign(new Error('query failed', { cause }), { client: { secretKey: 77 }, length: 116 })
  expect(logged(error)).toEqual({
    type: 'Error',
    message: 'query failed',
    stack: error.stack,
    cause: { type: 'TypeError', message: 'terminating connection', code: '57P01', stack: cause.stack },
  })
  expect(logged('text')).toBe('text')
})

/** A port at which nothing listens. */
async function closedPort(): Promise<number> {
  const server: Server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const bound = server.address()
  await new Promise((closed) => server.close(closed))
  return typeof bound === 'object' && bound !== null ? bound.port : 0
}

const failureOf = (act: () => Promise<unknown>): Promise<unknown> =>
  act().then(
    () => expect.unreachable('it did not fail'),
    (error: unknown) => error,
  )

test('a connection that the database ends is logged with the codes of the database, and without its cancel key', async () => {
  const pool = new pg.Pool({ connectionString: database.url })
  const lost = new Promise<unknown>((resolve) => pool.on('error', resolve))
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  client.release()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  const line = logged(await lost)
  await Promise.all([owner.end(), pool.end()])
  expect(line).toEqual({
    type: 'DatabaseError',
    message: 'terminating connection due to administrator command',
    code: '57P01',
    severity: 'FATAL',
    routine: 'ProcessInterrupts',
    stack: expect.stringMatching(/^error: terminating connection .+\n {4}at /),
  })
})

test('a statement that fails is logged with its table and constraint, and without the values that it was given', async () => {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  const failing = (text: string, values: unknown[]) => failureOf(() => client.query(text, values))
  const violated = logged(await failing('insert into installation (code) values ($1)', ['rahasia']))
  const wrongValue = logged(await failing('select $1::bigint', ['rahasia "sekali"']))
  await client.end()
  expect(violated).toMatchObject({ code: '23505', severity: 'ERROR', table: 'installation', constraint: 'installation_pkey' })
  expect(violated).not.toHaveProperty('detail')
  expect(wrongValue).toMatchObject({ code: '22P02', message: 'invalid input syntax for type bigint: "…"' })
  expect(JSON.stringify([violated, wrongValue])).not.toContain('rahasia')
})

test('a refused connection or request is logged with the code of its cause', async () => {
  const port = await closedPort()
  const ofDatabase = await failureOf(() =>
    new pg.Client({ connectionString: `postgres://lapak:rahasia@127.0.0.1:${port}/lapak` }).connect(),
  )
  expect(logged(ofDatabase)).toMatchObject({ type: 'Error', code: 'ECONNREFUSED', message: `connect ECONNREFUSED 127.0.0.1:${port}` })
  const request = logged(
    await failureOf(() => fetch(`http://127.0.0.1:${port}/order?pin=rahasia`, { headers: { authorization: 'rahasia' } })),
  )
  expect(request).toMatchObject({ type: 'TypeError', message: 'fetch failed', cause: { code: 'ECONNREFUSED' } })
  const address = logged(await failureOf(async () => new URL('not://a port:rahasia@')))
  expect(address).toMatchObject({ type: 'TypeError', code: 'ERR_INVALID_URL' })
  expect(JSON.stringify([logged(ofDatabase), request, address])).not.toContain('rahasia')
})

test('the line of an error is bounded, whatever the error contains', () => {
  const long = new Error(`${'x'.repeat(100_000)}\n    at here`, { cause: 'y'.repeat(100_000) })
  Object.assign(long, { code: 'z'.repeat(100_000) })
  const line = JSON.stringify(logged(long))
  expect(line.length).toBeLessThan(10_000)
  expect(line).toContain('log.test.ts')
  expect(line).not.toContain('"code"')
  expect(logged(new AggregateError(Array.from({ length: 1000 }, () => new Error('satu'))))).toMatchObject({ errors: { length: 4 } })
  expect(logged({ password: 'rahasia' })).toEqual({ type: 'Object' })
})

test('an error that consists of several errors is logged with each of them, and a circle of causes ends', () => {
  expect(logged(new AggregateError([new Error('127.0.0.1:5432'), new Error('[::1]:5432')]))).toMatchObject({
    type: 'AggregateError',
    errors: [{ message: '127.0.0.1:5432' }, { message: '[::1]:5432' }],
  })
  const [one, other] = [new Error('satu'), new Error('dua')]
  Object.assign(one, { cause: other })
  Object.assign(other, { cause: one })
  expect(logged(one)).toMatchObject({ message: 'satu', cause: { message: 'dua', cause: { message: 'satu' } } })
})
