import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { checkDatabase } from './database-ready.ts'

/** A proxy that drops the startup parameter `options`, as PgBouncer does with `ignore_startup_parameters = options`. */
async function withoutOptions(url: string): Promise<string> {
  const target = new URL(url)
  const port = Number(target.port)
  const server = createServer((client) => {
    const upstream = connect(port, target.hostname)
    client.once('data', (startup) => {
      upstream.write(dropOptions(startup))
      client.pipe(upstream)
    })
    upstream.pipe(client)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      socket.on('error', () => undefined).on('close', () => other.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  target.port = String((server.address() as AddressInfo).port)
  return target.href
}

/** The startup message: its length, the protocol, and names with values, each ended by a zero byte. */
function dropOptions(startup: Buffer): Buffer {
  const parts = startup.subarray(8).toString('latin1').split('\0')
  const at = parts.indexOf('options')
  if (at >= 0) parts.splice(at, 2)
  const body = Buffer.from(parts.join('\0'), 'latin1')
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length, 0)
  startup.copy(head, 4, 4, 8)
  return Buffer.concat([head, body])
}

test('a database behind a pooler that drops the settings of a connection is refused at the start', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  await checkDatabase(database.url)
  await expect(checkDatabase(await withoutOptions(database.url))).rejects.toThrow(/drops the settings of a connection, as PgBouncer does/)
})

test('an address that cannot be a database, and one where nothing listens, are refused with the reason', async () => {
  await expect(checkDatabase('lapak')).rejects.toThrow('DATABASE_URL is not an address')
  await expect(checkDatabase('postgresql://lapak:x@127.0.0.1:1/lapak')).rejects.toThrow('nothing listens at 127.0.0.1:1/lapak')
})
