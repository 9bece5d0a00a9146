import { randomBytes } from 'node:crypto'
import { prepareDatabase } from '../server/src/database.ts'
import { createCipher } from '../server/src/shared/secrets.ts'
import { type BenchServer, sqlFile } from './database.ts'

/** A buyer's software: the key with which it signs orders. */
export interface Buyer {
  id: number
  key: string
  secret: string
}

export interface World {
  database: string
  buyers: Buyer[]
}

export const serverSecrets = {
  SECRET_KEY: 'lapak-bench-key-of-no-secret-whatsoever',
  CLIENT_SECRET: 'lapak-bench-client-secret',
  METRICS_TOKEN: 'lapak-bench-metrics-token',
}
export const callbackSecret = `whsec_${Buffer.from('lapak bench callback secret 1234').toString('base64')}`
export const supplierCredentials = { userId: 'PA0001', pin: '4321', username: 'pasar', password: 'rahasia' }
export const sellers = 4
export const products = 8

const price = 10_000
const deposit = 1_000_000_000_000
const firstBuyer = 101
const firstSet = 1_000_000

const idle = 'http://127.0.0.1:9'

/**
 * Creates a database with buyers and sellers. If `suppliers` is missing, the servers of the sellers are unreachable; if `receivers` is missing,
 * buyers have no callback URL.
 */
export async function createWorld(
  server: BenchServer,
  database: string,
  options: { buyers: number; suppliers?: string[]; receivers?: string[] },
): Promise<World> {
  await server.createDatabase(database)
  await prepareDatabase({ databaseUrl: server.urlOf(database), databaseOwnerUrl: undefined })
  const cipher = createCipher(serverSecrets.SECRET_KEY)
  const buyers = Array.from(
    { length: options.buyers },
    (_, index): Buyer => ({
      id: firstBuyer + index,
      key: `lpk_live_${randomBytes(18).toString('base64url')}`,
      secret: `lps_live_${randomBytes(30).toString('base64url')}`,
    }),
  )
  const encrypted = (secret: string, owner: number) => `\\\\x${cipher.encrypt(secret, BigInt(owner)).toString('hex')}`
  const keys = buyers.map(({ id, key, secret }) => `${id}\t${key}\t${encrypted(secret, id)}\n`)
  const supplierRows = Array.from({ length: sellers }, (_, index) => {
    const { pin, password } = supplierCredentials
    return `${index + 1}\t${options.suppliers?.[index] ?? idle}\t${encrypted(pin, index + 1)}\t${encrypted(password, index + 1)}\n`
  })
  const text = [
    'create temporary table bench_key (member_id bigint, key text, secret bytea);',
    `copy bench_key from stdin;\n${keys.join('')}\\.`,
    'create temporary table bench_seller (seller_id bigint, url text, pin bytea, password bytea);',
    `copy bench_seller from stdin;\n${supplierRows.join('')}\\.`,
    await sqlFile('world.sql'),
  ]
  await server.sql(database, `${text.join('\n')}\n`, { sellers, buyers: options.buyers, products, price, deposit, first: firstBuyer })
  const { receivers = [] } = options
  if (receivers.length > 0) await addCallbacks(server, database, buyers, receivers)
  return { database, buyers }
}

async function addCallbacks(server: BenchServer, database: string, buyers: Buyer[], receivers: string[]) {
  const cipher = createCipher(serverSecrets.SECRET_KEY)
  const rows = buyers.map(
    ({ id }, index) =>
      `${id}\t${receivers[index % receivers.length]}/\t\\\\x${cipher.encrypt(callbackSecret, BigInt(id)).toString('hex')}\n`,
  )
  await server.sql(
    database,
    `create temporary table bench_callback (member_id bigint, url text, secret bytea);
    copy bench_callback from stdin;\n${rows.join('')}\\.
    update member set callback_url = url, callback_secret = secret from bench_callback where id = member_id;
    insert into callback_endpoint (member_id, origin, url, verified_at)
    select member_id, rtrim(url, '/'), url, now() from bench_callback;\n`,
  )
}

/** Inserts finished transactions by SQL, in batches, and then runs the vacuum that autovacuum would run later. */
export async function addHistory(server: BenchServer, { database, buyers }: World, transactions: number) {
  const text = await sqlFile('history.sql')
  const batchSize = 250_000
  for (let from = 1; from <= transactions; from += batchSize) {
    const to = Math.min(from + batchSize - 1, transactions)
    await server.sql(database, text, { from, to, sellers, buyers: buyers.length, price, deposit, first: firstBuyer, first_set: firstSet })
  }
  await server.sql(
    database,
    `select setval('purchase_id', ${transactions + 1}), setval('attempt_id', ${transactions + 1}), setval('entry_set_id', ${firstSet + 2 * transactions + 2});
    vacuum (analyze);\n`,
  )
}

/** Inserts purchases for the list benchmark. They end at the current time, with `apart` seconds between two purchases. */
export async function addPurchases(server: BenchServer, { database, buyers }: World, stored: number, apart: number) {
  const variables = { stored, apart, sellers, products, buyers: buyers.length, price, first: firstBuyer }
  await server.sql(database, await storing('lists.sql'), variables)
}

/** Inserts finished purchases with their ledger entries. They end at the current time, with `apart` seconds between two purchases. */
export async function addStatements(server: BenchServer, { database, buyers }: World, stored: number, apart: number) {
  const variables = { stored, apart, sellers, buyers: buyers.length, price, deposit, first: firstBuyer, first_set: firstSet }
  await server.sql(database, await storing('statements.sql'), variables)
}

/** The SQL text of the file, preceded by the functions that drop the indexes and create them again after the inserts. */
const storing = async (file: string) => (await Promise.all(['indexes-later.sql', file].map(sqlFile))).join('\n')
