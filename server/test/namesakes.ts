import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/** Enough members with the same name that a search for it is refused. */
export const namesakes = (app: TestApp, name: string) =>
  sql`
    insert into member (name, email, password_hash)
    select ${name}::text || ' ' || n, 'serupa.' || n || '@lapak.test', '-' from generate_series(1, 201) n`.execute(app.tables)
