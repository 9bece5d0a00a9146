import pg from 'pg'

/** Contains, in one line, the reason why DATABASE_URL cannot be used. */
export class DatabaseError extends Error {}

const oldestPostgresVersion = 18
const dropsSettings = 'drops the settings of a connection, as PgBouncer does; connect to PostgreSQL directly'

/**
 * Checks that `url` is a recent enough PostgreSQL, that it accepts the login, and that it keeps the settings of a connection, which limit every statement
 * and make reading connections read-only (`db.ts`); throws `DatabaseError` otherwise. PgBouncer is told to ignore them, or refuses them.
 */
export async function checkDatabase(url: string): Promise<void> {
  const where = shown(url)
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'lapak-start',
    options: '-c statement_timeout=30000',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version_num: string; server_version: string; timeout: string }>(
      `select current_setting('server_version_num') server_version_num, current_setting('server_version') server_version,
        current_setting('statement_timeout') as timeout`,
    )
    if (Number(rows[0]?.server_version_num) < oldestPostgresVersion * 10_000) {
      throw new DatabaseError(
        `DATABASE_URL: ${where} is PostgreSQL ${rows[0]?.server_version}; Lapak needs ${oldestPostgresVersion} or newer`,
      )
    }
    if (rows[0]?.timeout !== '30s') throw new DatabaseError(`DATABASE_URL: ${where} ${dropsSettings}`)
  } catch (error) {
    throw error instanceof DatabaseError ? error : new DatabaseError(`DATABASE_URL: ${reason(error, where)}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function shown(url: string): string {
  let parsed: URL
  try {
    parsed = new URL(url)
  } catch {
    throw new DatabaseError('DATABASE_URL is not an address; it looks like postgresql://user:password@host:5432/lapak')
  }
  if (!/^postgres(ql)?:$/.test(parsed.protocol)) throw new DatabaseError('DATABASE_URL must start with postgresql://')
  return `${parsed.host}${parsed.pathname}`
}

function reason(error: unknown, where: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ECONNREFUSED') return `nothing listens at ${where}`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `no machine of that name: ${where}`
  if (code === '08P01' && error instanceof Error && error.message.includes('startup parameter')) return `${where} ${dropsSettings}`
  if (code === '28P01' || code === '28000') return `user or password is wrong for ${where}`
  if (code === '3D000') return `the database does not exist: ${where}`
  return `${where} cannot be reached (${error instanceof Error && error.message !== '' ? error.message : code})`
}
