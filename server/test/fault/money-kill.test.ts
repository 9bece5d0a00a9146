// @module-tag nightly
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#ledger/verification/verification.ts'
import { moneyPoints } from '#shared/crash-points.ts'
import { type Json, startTestApp, type TestApp, type TestMember } from '../app.ts'
import { askCashOut, askTopUp, deposit, processCashOut, showUnmatched } from '../money.ts'
import { type LapakProcess, startLapakProcess } from './lapak-process.ts'

/**
 * SIGKILL while administrators decide on tickets. Unanswered requests are repeated to the next process: each ticket is decided once, and the books
 * balance at every moment.
 */
let app: TestApp
let admin: TestMember
let lapak: LapakProcess | undefined
let serial = 0

beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '4' }, ['http'])
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
})

afterAll(async () => {
  lapak?.signal('SIGKILL')
  await lapak?.end
  await app?.stop()
})

interface Word {
  method: string
  path: string
  body: Json
}

async function topUp(): Promise<bigint> {
  serial += 1
  const { id: member } = await app.member()
  const nominal = 100_000n + BigInt(serial)
  // For every second ticket the money is already in suspense.
  if (serial % 2 === 0) await app.db.transaction((tx) => showUnmatched(tx, '01', nominal))
  return askTopUp(app.tables, member, { code: serial })
}

async function cashOut(): Promise<bigint> {
  const { id: member } = await app.member()
  return app.db.transaction(async (tx) => {
    await deposit(tx, member, 200_000n)
    const id = await askCashOut(tx, member, 150_000n)
    await processCashOut(tx, id)
    return id
  })
}

const approval = (id: bigint): Word => ({
  method: 'POST',
  path: 'payment/tiket/approve',
  body: { id: Number(id), description: `Mutasi ${id}` },
})
const rejection = (id: bigint): Word => ({ method: 'PATCH', path: `payment/tiket/update/${id}/3`, body: { description: `Tolak ${id}` } })

/** Sends the request and returns its status; undefined without an answer. */
const say = ({ url }: LapakProcess, { method, path, body }: Word): Promise<number | undefined> =>
  fetch(`${url}/api/admin/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then(
    ({ status }) => status,
    () => undefined,
  )

/** Returns the running process, or starts a new one if the last one was killed. */
async function running(): Promise<LapakProcess> {
  if (lapak === undefined || lapak.ended) lapak = await startLapakProcess({ databaseUrl: app.databaseUrl })
  return lapak
}

/** The nightly run also kills the process at the third pass of the point, while other decisions are under way. */
const passes = process.env.NIGHTLY === '1' ? [1, 3] : [1]

test.each(moneyPoints.flatMap((point) => passes.map((nth) => [point, nth] as const)))(
  'after a kill at %s, pass %d, every ticket still exists and is decided once',
  async (point, nth) => {
    const [topUps, cashOuts] = [
      [await topUp(), await topUp()],
      [await cashOut(), await cashOut()],
    ]
    const words = [...topUps.map(approval), ...cashOuts.map((id, place) => (place === 0 ? approval(id) : rejection(id)))]
    const first = await running()
    await first.arm({ point, nth })
    const answers = await Promise.all(words.map((word) => say(first, word)))
    expect((await first.end).signal).toBe('SIGKILL')
    expect(answers).toContain(undefined)
    expect(await checkLedger(app.db)).toEqual([])
    const next = await running()
    expect(await Promise.all(words.map((word) => say(next, word)))).toEqual(words.map(() => 200))
    const paid = await app.db.read.selectFrom('top_up').select('state').where('id', 'in', topUps).execute()
    const sent = await app.db.read.selectFrom('cash_out').select('state').where('id', 'in', cashOuts).orderBy('id').execute()
    expect([paid.map(({ state }) => state), sent.map(({ state }) => state)]).toEqual([
      [2, 2],
      [2, 3],
    ])
    expect(await checkLedger(app.db)).toEqual([])
  },
)
