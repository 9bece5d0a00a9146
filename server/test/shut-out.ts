import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/schema.ts'

/** Blocks or unblocks a member in the tables, as an administrator does, without notifying the caches of a process. */
export const shutOut = (tables: Kysely<DB>, id: bigint) => change(tables, id, 0, 'member.blocked')
export const letIn = (tables: Kysely<DB>, id: bigint, status = 2) => change(tables, id, status, 'member.unblocked')

const change = (tables: Kysely<DB>, id: bigint, status: number, event: string) =>
  sql`
    with changed as (update member set status = ${status} where id = ${id} and (status = 0) <> (${status} = 0) returning id)
    insert into audit (event, address, subject_kind, subject, after, reason)
    select ${event}, '', 'member', id::text, jsonb_build_object('status', ${status}::integer), 'Uji' from changed`.execute(tables)
