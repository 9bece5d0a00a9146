/* Tests of `npm start` with ports that other processes use, of its database, and with a second instance. */
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buyer, type IsolatedLapak, type Lapak, newDataDir, startLapak } from '../e2e/fixtures/lapak.ts'
import { onServer } from '../server/test/database-server.ts'

async function takeFromOthers(port: number) {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
}

const portsKept = async (dataDir: string): Promise<Record<string, number>> =>
  JSON.parse(await readFile(join(dataDir, 'demo-world.json'), 'utf8')).ports
const addressesOf = ({ info }: Lapak) => [...(info.suppliers ?? []).map(({ url }) => url), info.callback?.url ?? '']

/**
 * Places an order that the supplier first accepts as pending and soon reports as delivered, so both servers must know the URL of the other server.
 */
async function trades(lapak: Lapak, target: string) {
  const token = await lapak.signIn(buyer)
  const path = '/api/v1/transactions/buyer'
  await lapak.call(token, 'POST', path, { productcode: 'S5', target, reffclient: target })
  const state = async () => {
    const { content } = await lapak.call<{ content: { target: string; transactionrc: number }[] }>(token, 'GET', `${path}?size=-1`)
    return content.find((row) => row.target === target)?.transactionrc
  }
  await expect.poll(state, { timeout: 30_000 }).toBe(1)
}

describe('npm start', () => {
  let folders: string[] = []
  let both: IsolatedLapak[] = []

  beforeAll(async () => {
    folders = [await newDataDir(), await newDataDir()]
    both = await Promise.all(folders.map((folder) => startLapak({ DATA_DIR: folder })))
  })
  afterAll(async () => {
    for (const { stop } of both) await stop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })

  test('two concurrent starts with different folders do not conflict', async () => {
    expect(new Set(both.flatMap(addressesOf)).size).toBe(both.flatMap(addressesOf).length)
    expect(new Set(both.map(({ info }) => info.databaseUrl)).size).toBe(2)
    await Promise.all(both.map((lapak) => trades(lapak, '081200030002')))
  })

  test('the database user of Lapak owns nothing in the database', async () => {
    const [lapak] = both as [IsolatedLapak]
    for (const statement of ['alter table entry disable trigger all', 'truncate audit', 'delete from entry', 'create table mine (id int)'])
      await expect(onServer(lapak.info.databaseUrl, statement), statement).rejects.toMatchObject({ code: '42501' })
    await trades(lapak, '081200040002')
  })

  test('replaces ports that other processes use since the last start, in the files and in the database, and keeps the other ports', async () => {
    const [first] = both as [IsolatedLapak]
    const [dataDir] = folders as [string]
    await first.stop()
    const before = await portsKept(dataDir)
    const [kept, ...taken] = Object.keys(before).toReversed()
    for (const name of taken) await takeFromOthers(before[name] ?? 0)

    const second = await startLapak({ DATA_DIR: dataDir })
    both[0] = second
    const after = await portsKept(dataDir)
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(Object.keys(after).filter((name) => after[name] === before[name])).toEqual([kept])
    expect(addressesOf(second).map((url) => Number(new URL(url).port))).toEqual(Object.values(after))
    await trades(second, '081200020002')
  })
})
