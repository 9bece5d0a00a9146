import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/schema.ts'
import { formerAdministrators } from './money.ts'

const isAdministrator = sql<boolean>`exists (
  select from member_role join role on role.id = role_id where member_id = changed.id and role.name = 'ROLE_ADMIN')`

/** Blocks a member in the tables, as an administrator does, without notifying the caches of a process and without ending its sessions. */
export async function shutOut(tables: Kysely<DB>, id: bigint): Promise<void> {
  const [by] = await formerAdministrators(tables)
  await sql`
    with before as (select id, status, shop_open from member where id = ${id} and status > 0),
    block as (
      insert into member_block (member_id, status, shop_open, reason, blocked_by) select id, status, shop_open, 'Uji', ${by}::bigint from before
    ),
    changed as (
      update member set status = 0, shop_open = false, updated_at = now() from before where member.id = before.id
      returning member.id, before.status
    ),
    counted as (insert into blocked_administrator (member_id, blocked_by) select id, ${by}::bigint from changed where ${isAdministrator})
    insert into audit (event, actor_id, address, subject_kind, subject, before, after, reason)
    select 'member.blocked', ${by}::bigint, '', 'member', id, jsonb_build_object('status', status), jsonb_build_object('status', 0), 'Uji'
    from changed`.execute(tables)
}

/** Unblocks a member in the same way; it and its shop are as they were before. */
export async function letIn(tables: Kysely<DB>, id: bigint): Promise<void> {
  const [by] = await formerAdministrators(tables)
  await sql`
    with block as (delete from member_block where member_id = ${id} returning status, shop_open),
    changed as (
      update member set status = block.status, shop_open = block.shop_open, updated_at = now() from block where member.id = ${id}
      returning member.id, member.status
    ),
    counted as (delete from blocked_administrator where member_id = ${id})
    insert into audit (event, actor_id, address, subject_kind, subject, before, after, reason)
    select 'member.unblocked', ${by}::bigint, '', 'member', id, jsonb_build_object('status', 0), jsonb_build_object('status', status), 'Uji'
    from changed`.execute(tables)
}
