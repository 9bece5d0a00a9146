import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Waits until this number of the program's transactions wait for a lock. */
export const lockedOut = ({ db }: TestApp, count: number) =>
  expect
    .poll(
      async () => {
        const { rows } = await sql<{ count: bigint }>`
          select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db.read)
        return Number(rows[0]?.count)
      },
      { interval: 10 },
    )
    .toBe(count)
