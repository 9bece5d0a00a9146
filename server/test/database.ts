import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl, onServer } from './database-server.ts'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** A migrated, empty database of one's own, copied in some tens of milliseconds from the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { server, template } = inject('database')
  const name = `lapak_test_${process.pid}_${randomBytes(4).toString('hex')}`
  await onServer(server, `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`)
  return {
    url: databaseUrl(server, name),
    drop: () => onServer(server, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`),
  }
}
