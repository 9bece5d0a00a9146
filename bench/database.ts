import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { postgresProgram, runProgram } from './programs.ts'

/** The PostgreSQL server that Lapak includes, with the same settings as in production; fsync is on. */
export interface BenchServer {
  pid: number
  folder: string
  urlOf(database: string): string
  /** Runs SQL and returns the rows as text, with fields separated by `|`. */
  sql(database: string, text: string, variables?: Record<string, string | number>): Promise<string>
  createDatabase(name: string): Promise<void>
  /** Stops PostgreSQL, but keeps its folder, so that it can be started with other options. */
  halt(): Promise<void>
  stop(): Promise<void>
}

export async function startBenchServer(settings: Record<string, string> = {}): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'lapak-bench-'))
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: console, settings })
  const psql = await postgresProgram('psql')
  const pid = Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])

  function urlOf(database: string): string {
    const url = new URL(postgres.url)
    url.pathname = `/${database}`
    return url.href
  }

  function sql(database: string, text: string, variables: Record<string, string | number> = {}): Promise<string> {
    const given = Object.entries(variables).flatMap(([name, value]) => ['-v', `${name}=${value}`])
    return runProgram([psql, '-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', ...given, '-d', urlOf(database), '-f', '-'], {
      input: text,
    }).then((rows) => rows.trim())
  }

  return {
    pid,
    folder,
    urlOf,
    sql,
    async createDatabase(name) {
      await sql('postgres', `create database ${name}`)
    },
    halt: () => postgres.stop(),
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const sqlFile = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8')
