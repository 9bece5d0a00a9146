import pg from 'pg'
import { BackupError } from './target.ts'

/** First key of the advisory locks of backups. */
export const lockClass = 8004
export const backupLock = 1
const walLock = 2

/** One backup at a time. The session also belongs to the backup: if it breaks, PostgreSQL ends the backup. */
export const withBackupLock = <Result>(url: string, act: (client: pg.Client) => Promise<Result>): Promise<Result> =>
  withSession(url, async (client) => {
    const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_lock(${lockClass}, ${backupLock}) as held`)
    if (!rows[0]?.held) throw new BackupError('another backup is under way')
    return act(client)
  })

/** One process at a time moves WAL into the backup; others wait. */
export const withWalLock = <Result>(url: string, act: (client: pg.Client) => Promise<Result>): Promise<Result> =>
  withSession(url, async (client) => {
    await client.query(`select pg_advisory_lock(${lockClass}, ${walLock})`)
    return act(client)
  })

/** The same without waiting: returns null while another process does it. */
export const ifWalUnlocked = <Result>(url: string, act: (client: pg.Client) => Promise<Result>): Promise<Result | null> =>
  withSession(url, async (client) => {
    const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_lock(${lockClass}, ${walLock}) as held`)
    return rows[0]?.held ? act(client) : null
  })

async function withSession<Result>(url: string, act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'lapak-backup', keepAlive: true })
  let broken: Error | null = null
  client.on('error', (error) => {
    broken = error
  })
  await client.connect()
  try {
    return await act(client)
  } catch (error) {
    throw broken ?? error
  } finally {
    await client.end().catch(() => undefined)
  }
}
