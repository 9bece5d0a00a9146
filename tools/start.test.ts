/* Tests of `npm start` with ports that other processes use, of its database, and with a second instance. */
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buyer, type Lapak, newDataDir, startLapak } from '../e2e/fixtures/lapak.ts'
import { onServer } from '../server/test/database-server.ts'

/** Timeout of tests that start Lapak twice, with its database and demo. */
const startsMany = { timeout: 300_000 }

async function newFolder(): Promise<string> {
  const folder = await newDataDir()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

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

test(
  'npm start: replaces ports that other processes use since the last start, in the files and in the database, and keeps the other ports',
  startsMany,
  async () => {
    const dataDir = await newFolder()
    const first = await startLapak({ DATA_DIR: dataDir })
    await trades(first, '081200010002').finally(first.stop)
    const before = await portsKept(dataDir)
    const [kept, ...taken] = Object.keys(before).toReversed()
    for (const name of taken) await takeFromOthers(before[name] ?? 0)

    const second = await startLapak({ DATA_DIR: dataDir })
    onTestFinished(second.stop)
    const after = await portsKept(dataDir)
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(Object.keys(after).filter((name) => after[name] === before[name])).toEqual([kept])
    expect(addressesOf(second).map((url) => Number(new URL(url).port))).toEqual(Object.values(after))
    await trades(second, '081200020002')
  },
)

test('npm start: the database user of Lapak owns nothing in the database', async () => {
  const lapak = await startLapak()
  onTestFinished(lapak.stop)
  for (const statement of ['alter table entry disable trigger all', 'truncate audit', 'delete from entry', 'create table mine (id int)'])
    await expect(onServer(lapak.info.databaseUrl, statement), statement).rejects.toMatchObject({ code: '42501' })
  await trades(lapak, '081200040002')
})

test('npm start: two concurrent starts with different folders do not conflict', startsMany, async () => {
  const folders = [await newFolder(), await newFolder()]
  const both = await Promise.all(folders.map((folder) => startLapak({ DATA_DIR: folder })))
  for (const { stop } of both) onTestFinished(stop)
  expect(new Set(both.flatMap(addressesOf)).size).toBe(both.flatMap(addressesOf).length)
  expect(new Set(both.map(({ info }) => info.databaseUrl)).size).toBe(2)
  await Promise.all(both.map((lapak) => trades(lapak, '081200030002')))
})
