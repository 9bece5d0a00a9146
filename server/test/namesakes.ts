import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/** So many members named alike that a search for them is refused. */
export const namesakes = (app: TestApp, name: string) =>
  sql`
    insert into member (name, email, password_hash)
    select ${name}::text || ' ' || n, 'serupa.' || n || '@lapak.test', '-' from generate_series(1, 201) n`.execute(app.tables)
