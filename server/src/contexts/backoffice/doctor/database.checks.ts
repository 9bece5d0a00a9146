import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { migrationNames } from '#db/migrate.ts'
import { readWorkers } from '#db/witness.ts'
import { type Check, fail, failInProduction, ok, warn } from './finding.ts'

const oldestPostgres = 18

async function readOne<Row>(read: Reader, query: ReturnType<typeof sql<Row>>): Promise<Row> {
  const { rows } = await query.execute(read)
  return rows[0] as Row
}

export const checkPostgres: Check = async ({ db }) => {
  const { number, version } = await readOne(
    db.read,
    sql<{
      number: number
      version: string
    }>`select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  )
  return number >= oldestPostgres * 10_000
    ? ok(`PostgreSQL ${version}`, `PostgreSQL ${version}`)
    : fail(
        `PostgreSQL ${version} is too old: Lapak needs ${oldestPostgres}`,
        `PostgreSQL ${version} terlalu lama: Lapak butuh ${oldestPostgres}`,
      )
}

/** Of the server itself, not of this connection, which may set some of them otherwise. */
export const checkPostgresSettings: Check = async ({ db, config }) => {
  const { rows } = await sql<{ name: string; value: string }>`
    select name, case when unit = '8kB' then (reset_val::bigint * 8192)::text else reset_val end as value from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'wal_compression', 'shared_buffers')`.execute(db.read)
  const set = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  const unsafe = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => set[name] === 'off')
  if (unsafe.length > 0)
    return failInProduction(
      config,
      `${unsafe.join(', ')} is off: a power failure loses orders that were acknowledged; set it to on`,
      `${unsafe.join(', ')} mati: listrik padam menghilangkan pesanan yang sudah diterima; nyalakan`,
    )
  const slow = [
    ...(set.wal_compression === 'on' || set.wal_compression === 'pglz' ? ['wal_compression = lz4'] : []),
    ...(Number(set.shared_buffers) < 256 * 1024 ** 2 ? ['shared_buffers = 1/8 of the memory'] : []),
  ]
  return slow.length > 0
    ? warn(`set ${slow.join(' and ')}`, `Sebaiknya diatur: ${slow.join(', ').replace('of the memory', 'memori')}`)
    : ok('safe, and set for its work', 'Aman, dan sudah diatur')
}

/** Each connection asks to be read-only and to end slow statements. A pooler that shares connections drops both in silence. */
export const checkPooler: Check = async ({ db }) => {
  const { read_only, limit } = await readOne(
    db.read,
    sql<{ read_only: string; limit: string }>`
      select current_setting('default_transaction_read_only') as read_only, current_setting('statement_timeout') as "limit"`,
  )
  return read_only === 'on' && limit === '30s'
    ? ok('no pooler that drops settings', 'Tidak ada pooler yang membuang pengaturan')
    : fail(
        'a pooler such as PgBouncer drops the settings of connections: connect to PostgreSQL directly',
        'Pooler seperti PgBouncer membuang pengaturan koneksi: sambungkan langsung ke PostgreSQL',
      )
}

export const checkRole: Check = async ({ db, config }) => {
  const { role, superuser, owns } = await readOne(
    db.read,
    sql<{ role: string; superuser: boolean; owns: boolean }>`
      select current_user as role, rolsuper as superuser,
        (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('migration')) as owns
      from pg_roles where rolname = current_user`,
  )
  if (superuser)
    return failInProduction(
      config,
      `${role} is a superuser: whoever gets into the program owns the server; use a role of its own`,
      `${role} adalah superuser: pakai role tersendiri`,
    )
  if (owns)
    return warn(
      `${role} owns the tables, and could switch off what protects the books; use a role that owns nothing, beside DATABASE_OWNER_URL`,
      `${role} memiliki tabelnya, sehingga perlindungan pembukuan bisa dimatikan; pakai role tanpa kepemilikan dan DATABASE_OWNER_URL`,
    )
  return ok(`${role} owns nothing`, `${role} tidak memiliki tabel`)
}

/** Of one process: its pools (`DATABASE_POOL` and four fast ones), four for jobs, one each for listening and for the number of the worker. */
const connectionsWithoutPool = 10

export const checkConnections: Check = async ({ db, config }) => {
  const { max, used } = await readOne(
    db.read,
    sql<{ max: number; used: number }>`
      select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - current_setting('reserved_connections')::int as max,
        (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`,
  )
  const one = config.databasePool + connectionsWithoutPool
  const en = `${used} of ${max} connections are in use, and a process takes up to ${one}`
  const id = `${used} dari ${max} koneksi dipakai, satu proses memakai sampai ${one}`
  if (one > max)
    return fail(`${en}: raise max_connections, or lower DATABASE_POOL`, `${id}: naikkan max_connections, atau turunkan DATABASE_POOL`)
  return max - used < one ? warn(`${en}: raise max_connections before another one starts`, `${id}: naikkan max_connections`) : ok(en, id)
}

export const checkMigrations: Check = async ({ db }) => {
  const applied = new Set((await sql<{ name: string }>`select name from migration`.execute(db.read)).rows.map(({ name }) => name))
  const missing = (await migrationNames()).filter((name) => !applied.has(name))
  return missing.length === 0
    ? ok(`all ${applied.size} applied`, `${applied.size} migrasi sudah dijalankan`)
    : fail(
        `${missing[0]}${missing.length > 1 ? ` and ${missing.length - 1} more` : ''} missing: npm run migrate`,
        `${missing.length} migrasi kurang: npm run migrate`,
      )
}

/** Codes of authenticators last 30 seconds, and time-outs are compared with times of the database. */
export const checkClock: Check = async ({ db }) => {
  const before = Date.now()
  const { at } = await readOne(db.read, sql<{ at: Date }>`select clock_timestamp() as at`)
  const differs = Math.max(0, Math.abs(at.getTime() - (before + Date.now()) / 2) - (Date.now() - before) / 2)
  const seconds = (differs / 1000).toFixed(1)
  if (differs > 30_000)
    return fail(`${seconds} s away from the database: run NTP on both`, `Beda ${seconds} detik dari database: jalankan NTP`)
  return differs > 2_000
    ? warn(`${seconds} s away from the database: run NTP on both`, `Beda ${seconds} detik dari database: jalankan NTP`)
    : ok(`${seconds} s away from the database`, `Beda ${seconds} detik dari database`)
}

export const checkSecrets: Check = async ({ config, openSecrets }) => {
  await openSecrets()
  // Production refuses to start with weak ones.
  return config.production
    ? ok('SECRET_KEY opens all that is stored, and is not guessable', 'SECRET_KEY membuka semua yang tersimpan, dan tidak bisa ditebak')
    : warn(
        'SECRET_KEY opens all that is stored; a demo may use the public one',
        'SECRET_KEY membuka semua yang tersimpan; demo boleh memakai kunci umum',
      )
}

export const checkWorkers: Check = async ({ db }) => {
  const { alive } = await readWorkers(db.read)
  return alive > 0n
    ? ok(`${alive} live`, `${alive} hidup`)
    : fail(
        'none lives: orders, e-mails and callbacks wait; npm run serve -- worker',
        'Tidak ada yang hidup: pesanan, e-mail dan callback menunggu; npm run serve -- worker',
      )
}
