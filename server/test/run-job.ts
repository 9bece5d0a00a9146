import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Has a worker run a job, as scheduled or requested, and waits for it. */
export async function runJob({ db, tables }: TestApp, name: string, payload: Record<string, string> = {}): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`.execute(
    tables,
  )
  const waiting = async () => (await sql`select from graphile_worker.jobs where id = ${rows[0]?.id}`.execute(db.read)).rows.length
  await expect.poll(waiting, { interval: 20 }).toBe(0)
}
