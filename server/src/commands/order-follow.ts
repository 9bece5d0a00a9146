/*
 * npm run order:follow -- <number>: the way of an order, by the number of its purchase, the buyer's reference, our reference at the seller, or the
 * id of a callback. Shows ids, states and times, no targets, texts or amounts. Uses the database of DATABASE_URL, or that of the Lapak process running
 * on DATA_DIR. Exit code 1 if nothing has this number; 2 for a wrong usage or if the database cannot be read.
 */
import { resolve } from 'node:path'
import { purchaseState } from '@lapak/contract/ordering/purchases'
import { orderChannels } from '@lapak/contract/shared/order-channels'
import { attemptStateNames } from '#contexts/ordering/purchases/attempt-state.ts'
import { attemptOfReference, supplierReference } from '#contexts/ordering/purchases/purchases.ts'
import { messageIdOf } from '#contexts/partners/callbacks/callbacks.ts'
import { stateNames } from '#contexts/partners/callbacks/delivery-state.ts'
import { openDatabase, type Reader } from '#db/db.ts'
import { createLog } from '#shared/log.ts'
import { traceIdsOf } from '#shared/tracing/tracer.ts'
import { readRunInfo } from './run-info.ts'

/** A buyer's reference is unique only among the orders of that buyer. */
const shownMax = 10

const given = process.argv[2]?.trim() ?? ''
const dataDir = resolve(process.env.DATA_DIR || '.data')
const url = process.env.DATABASE_URL || (await readRunInfo(dataDir))?.databaseUrl

if (given === '' || !url) {
  console.error('usage: npm run order:follow -- <number of a purchase, reference of a buyer, reference at a seller, or id of a callback>')
  if (!url) console.error(`It needs DATABASE_URL, or a Lapak that runs over ${dataDir} (or the folder that DATA_DIR names)`)
  process.exitCode = 2
} else await run(url)

async function run(databaseUrl: string) {
  const db = await openDatabase({ url: databaseUrl, pool: 1, onlyReads: true, log: createLog('error') })
  try {
    const { code: installation } = await db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
    const ids = await purchasesOf(db.read, installation, given)
    for (const id of ids) for (const line of await wayOf(db.read, installation, id)) console.log(line)
    if (ids.length === 0)
      console.log(
        `No order has the number ${given}. If it is a request id: lines of the http processes at LOG_LEVEL=debug name its purchase.`,
      )
    process.exitCode = ids.length === 0 ? 1 : 0
  } catch (error) {
    console.error(`order:follow cannot read the database: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 2
  } finally {
    await db.close()
  }
}

/** The purchases that the number may mean, each once. */
async function purchasesOf(read: Reader, installation: string, number: string): Promise<bigint[]> {
  const digits = /^(?:msg_)?(\d{1,18})$/.exec(number)?.[1]
  const attempt = attemptOfReference(installation, number)
  const found: { id: bigint | null }[] = await read
    .selectFrom('purchase')
    .select('id')
    .where('reffclient', '=', number)
    .orderBy('id', 'desc')
    .limit(shownMax)
    .execute()
  if (attempt !== null) found.push(...(await read.selectFrom('attempt').select('purchase_id as id').where('id', '=', attempt).execute()))
  if (digits !== undefined && number.startsWith('msg_'))
    found.push(...(await read.selectFrom('delivery').select('purchase_id as id').where('id', '=', BigInt(digits)).execute()))
  else if (digits !== undefined) found.push(...(await read.selectFrom('purchase').select('id').where('id', '=', BigInt(digits)).execute()))
  return [...new Set(found.flatMap(({ id }) => id ?? []))]
}

interface Step {
  at: Date
  what: string
}

async function wayOf(read: Reader, installation: string, id: bigint): Promise<string[]> {
  const purchase = await read.selectFrom('purchase').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const steps = [...(await stepsAtSellers(read, installation, id)), ...(await stepsOfCallbacks(read, id))]
  return [
    `purchase ${id}: ${nameOf(purchaseState, purchase.transactionrc)}, reference ${purchase.reffclient} of member ${purchase.buyer_id}, trace ${traceIdsOf(installation, id).traceId}`,
    lineOf({ at: purchase.created_at, what: `ordered by ${nameOf(orderChannels, purchase.channel)}` }),
    ...steps.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map(lineOf),
  ]
}

async function stepsAtSellers(read: Reader, installation: string, id: bigint): Promise<Step[]> {
  const attempts = await read.selectFrom('attempt').selectAll().where('purchase_id', '=', id).execute()
  const exchanges = await read
    .selectFrom('exchange')
    .selectAll()
    .where('attempt_id', 'in', [0n, ...attempts.map((attempt) => attempt.id)])
    .execute()
  const referenceOf = (attemptId: bigint) => supplierReference(installation, attemptId)
  return [
    ...attempts.map(({ id: attemptId, created_at: at, seller_id: seller, state, claims }) => ({
      at,
      what: `attempt at seller ${seller} as ${referenceOf(attemptId)}: ${attemptStateNames[state]}, claimed ${claims} times`,
    })),
    ...exchanges.map(({ at, attempt_id: attemptId, kind, state, took_ms: ms }) => ({
      at,
      what: `${kind} about ${referenceOf(attemptId)}: ${state}${ms === null ? '' : `, ${ms} ms`}`,
    })),
  ]
}

async function stepsOfCallbacks(read: Reader, id: bigint): Promise<Step[]> {
  const deliveries = await read.selectFrom('delivery').selectAll().where('purchase_id', '=', id).execute()
  const tries = await read
    .selectFrom('delivery_attempt')
    .selectAll()
    .where('delivery_id', 'in', [0n, ...deliveries.map((delivery) => delivery.id)])
    .execute()
  return [
    ...deliveries.map(({ id: deliveryId, created_at: at, event, state }) => ({
      at,
      what: `callback ${messageIdOf(deliveryId)} of ${event}: ${stateNames[state]}`,
    })),
    ...tries.map(({ at, delivery_id: deliveryId, status, took_ms: ms }) => ({
      at,
      what: `callback ${messageIdOf(deliveryId)} sent: ${status ?? 'no answer'}, ${ms} ms`,
    })),
  ]
}

// Declarations, because the command runs before the end of this file is reached.
function lineOf({ at, what }: Step): string {
  return `  ${at.toISOString()}  ${what}`
}

function nameOf(names: Record<string, number>, value: number): string {
  return Object.entries(names).find(([, number]) => number === value)?.[0] ?? String(value)
}
