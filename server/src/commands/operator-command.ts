/* What commands of operators share: which database they are about, and how they end. */
import { readFile } from 'node:fs/promises'
import type { Config } from '#shared/config.ts'
import { readRunInfo } from './run-info.ts'

/** The database of DATABASE_URL, or that of the Lapak that runs over DATA_DIR; null if there is none. */
export const databaseInUse = async ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<string | null> =>
  databaseUrl || ((await readRunInfo(dataDir))?.databaseUrl ?? null)

/** The private key in a file as `age-keygen` writes it; empty for no file. */
export async function readIdentity(file: string): Promise<string> {
  if (file === '') return ''
  const key = /^AGE-SECRET-KEY-\S+$/m.exec(await readFile(file, 'utf8'))?.[0]
  if (key === undefined) throw new Error(`${file} has no private key of age (AGE-SECRET-KEY-…)`)
  return key
}

/** Runs a command to its end. A command that a worker has started ends with the worker. */
export async function runCommand(name: string, act: () => Promise<number>): Promise<void> {
  if (process.connected) {
    process.on('disconnect', () => process.exit(1))
    process.channel?.unref()
  }
  try {
    process.exitCode = await act()
  } catch (error) {
    console.error(`${name}: ${inOneLine(error)}`)
    process.exitCode = 2
  }
}

function inOneLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'ENOSPC') return 'the disk is full'
  return error.message
}
