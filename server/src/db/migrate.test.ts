import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../test/database.ts'
import { migrateDatabase } from './migrate.ts'

let database: TestDatabase
let folder: string
let clients: pg.Client[]
beforeEach(async () => {
  database = await createEmptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'lapak-migrations-'))
  clients = []
  await file('0001-things.sql', 'create table thing (id integer, word text)')
  await migrated()
})
afterEach(async () => {
  for (const client of clients) await client.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

const file = (name: string, text: string) => writeFile(join(folder, name), text)
const migrated = () => migrateDatabase(database.ownerUrl, { folder: pathToFileURL(`${folder}/`) })

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  clients.push(client)
  return client
}

/** Opens a transaction that has written, so that an index build must wait for it. */
async function underWay(): Promise<pg.Client> {
  const client = await connected()
  await client.query('begin')
  await client.query(`insert into thing values (1, 'under way')`)
  return client
}

async function waits(looking: pg.Client): Promise<number> {
  const waiting = `select pid from pg_stat_activity
    where datname = current_database() and application_name = 'lapak-migrate' and wait_event_type = 'Lock' and query like 'create index%'`
  await expect.poll(async () => (await looking.query(waiting)).rowCount, { interval: 20 }).toBe(1)
  return (await looking.query<{ pid: number }>(waiting)).rows[0]?.pid ?? 0
}

const applied = async (client: pg.Client) =>
  (await client.query<{ name: string }>('select name from migration order by name')).rows.map(({ name }) => name)
const indexes = async (client: pg.Client) =>
  (
    await client.query<{ name: string; valid: boolean }>(
      `select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'thing'::regclass order by 1`,
    )
  ).rows

const thingById = 'create index concurrently thing_by_id on thing (id);'

test('an index is built while other transactions write to its table, however many processes start at once', async () => {
  await file('0002-fast.online.sql', `-- Found by its number; asked for often.\n${thingById}`)
  const [order, other] = [await underWay(), await connected()]
  const starts = [migrated(), migrated(), migrated()]
  await waits(other)
  await other.query(`set lock_timeout = '2s'`)
  await other.query(`insert into thing values (2, 'beside it')`)
  // Longer than PostgreSQL's deadlock timeout.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  await order.query('commit')
  await Promise.all(starts)
  expect(await indexes(other)).toEqual([{ name: 'thing_by_id', valid: true }])
  expect(await applied(other)).toEqual(['0001-things.sql', '0002-fast.online.sql'])
})

test('an interrupted index build is started again, and finished indexes are kept', async () => {
  await file('0002-two.online.sql', `create index concurrently thing_by_word on thing (word);\n${thingById}`)
  const other = await connected()
  await other.query('create index thing_by_word on thing (word)')
  const order = await underWay()
  const killed = migrated().catch((error: Error) => error.message)
  await other.query('select pg_terminate_backend($1)', [await waits(other)])
  expect(await killed).toContain('0002-two.online.sql failed')
  await order.query('commit')
  expect(await indexes(other)).toContainEqual({ name: 'thing_by_id', valid: false })
  expect(await applied(other)).toEqual(['0001-things.sql'])
  await migrated()
  expect(await indexes(other)).toEqual([
    { name: 'thing_by_id', valid: true },
    { name: 'thing_by_word', valid: true },
  ])
  expect(await applied(other)).toHaveLength(2)
})

test('a unique index that existing rows violate fails with a message, and can be built after they are corrected', async () => {
  const other = await connected()
  await other.query(`insert into thing values (1, 'a'), (1, 'b')`)
  await file('0002-once.online.sql', 'create unique index concurrently thing_once on thing (id);')
  await expect(migrated()).rejects.toThrow('0002-once.online.sql failed: could not create unique index')
  await other.query(`delete from thing where word = 'b'`)
  await migrated()
  expect(await indexes(other)).toEqual([{ name: 'thing_once', valid: true }])
})

test('work in batches continues where it was interrupted', async () => {
  const batches = (count: number) => `do $$ begin
    while (select count(*) from thing) < ${count} loop
      insert into thing values (10 / (${count} - 5), 'one; of them');
      commit;
      if (select count(*) from thing) = 5 then raise exception 'broken off'; end if;
    end loop;
  end $$;`
  await file('0002-batches.online.sql', batches(9))
  const other = await connected()
  await expect(migrated()).rejects.toThrow('broken off')
  expect((await other.query('select from thing')).rowCount).toBe(5)
  await migrated()
  expect((await other.query('select from thing')).rowCount).toBe(9)
})

test.each([
  ['update thing set id = 1;'],
  ['create index thing_by_id on thing (id);'],
  ['create index concurrently on thing (id);'],
  ['drop index concurrently thing_by_id;'],
  [`do $$ begin insert into thing values (1, 'all at once'); end $$;`],
])('a file with a statement that cannot be repeated is refused as a whole: %s', async (statement) => {
  await file('0002-wrong.online.sql', `create index concurrently thing_by_word on thing (word);\n${statement}`)
  await expect(migrated()).rejects.toThrow('statement is not repeatable')
  expect(await indexes(await connected())).toEqual([])
})

test('a database from before the first release is refused in one line and left unchanged', async () => {
  const other = await connected()
  await other.query(`insert into migration (name) values ('0001-ledger.sql')`)
  await file('0002-more.sql', 'create table more (id integer)')
  await expect(migrated()).rejects.toThrow(/^this database is of a Lapak before version 1\.0; .*DATA_DIR/)
  expect(await applied(other)).toEqual(['0001-ledger.sql', '0001-things.sql'])
})
