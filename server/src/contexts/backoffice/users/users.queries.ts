import type { RoleName } from '@lapak/contract/auth/access'
import { memberStatus, type UserQuery, type UserRow, type UserSums } from '@lapak/contract/backoffice/users'
import { approvalLevels } from '@lapak/contract/selling/seller-applications'
import { dotted } from '@lapak/contract/shared/money'
import { searchedDigits } from '@lapak/contract/shared/searched-digits'
import { type SelectQueryBuilder, sql } from 'kysely'
import { localPhone } from '#contexts/members/otp/otp.ts'
import type { Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import type { DB } from '#db/schema.ts'
import { countOf, idsOfPage, inOrderOf } from '#http/paging.ts'
import { Refusal } from '#http/refusal.ts'

const sortColumns = {
  memberid: 'id',
  membername: 'name',
  memberemail: 'email',
  createat: 'created_at',
  updateat: 'updated_at',
} as const satisfies Record<UserQuery['sort']['field'], string>

export async function listUsers(read: Reader, query: UserQuery): Promise<{ content: UserRow[]; totalElements: number }> {
  const found = matching(read, query)
  const columns = found.select(['member.id', 'member.name', 'member.email', 'member.created_at', 'member.updated_at'])
  const few = query.search !== undefined
  const totalElements = few ? await countOfFew(read, found.select('member.id')) : await countOf(found)
  const ids = await idsOfPage(read, columns, query, sortColumns[query.sort.field], few)
  return { content: inOrderOf(ids, await readRows(read, ids)).map(({ id: _, ...row }) => row), totalElements }
}

/**
 * The maximum number of matches. A search that matches more members, such as the end of an e-mail address, is refused, because all matches would have
 * to be sorted.
 */
const searchedMax = 10_000

async function countOfFew(read: Reader, found: SelectQueryBuilder<DB, 'member', { id: bigint }>): Promise<number> {
  const total = await countOf(read.selectFrom(found.limit(searchedMax + 1).as('found')))
  if (total <= searchedMax) return total
  throw new Refusal('input.invalid', {}, { errors: { search: `Lebih dari ${dotted(searchedMax)} member cocok, ketik lebih lengkap` } })
}

const matching = (read: Reader, { search, memberstatus, role }: UserQuery) =>
  read
    .selectFrom('member')
    .$if(search !== undefined, (rows) => rows.where(named(search ?? '')))
    .$if(memberstatus !== undefined, (rows) => rows.where('member.status', '=', memberstatus ?? 0))
    // The first condition is redundant, but the planner needs it to use the partial index.
    .$if(memberstatus !== undefined && memberstatus < memberStatus.active, (rows) => rows.where('member.status', '<', memberStatus.active))
    .$if(role !== undefined, (rows) =>
      rows.where('member.id', 'in', (select) =>
        select
          .selectFrom('member_role')
          .select('member_role.member_id')
          .where('member_role.role_id', '=', (of) =>
            of
              .selectFrom('role')
              .select('role.id')
              .where('role.name', '=', role ?? ''),
          ),
      ),
    )

/** Each condition uses its own index, so that the query does not read all members. */
function named(typed: string) {
  const digits = searchedDigits(typed)?.number.replace(/^0/, '')
  return sql<boolean>`(${sql.join(
    [
      ...(/^\d{1,15}$/.test(typed) ? [sql`member.id = ${BigInt(typed)}`] : []),
      ...(digits === undefined ? [] : [sql`member.phone ilike ${containsPattern(digits)}`]),
      sql`member.name ilike ${containsPattern(typed)}`,
      sql`member.email ilike ${containsPattern(typed)}`,
    ],
    sql` or `,
  )})`
}

async function readRows(read: Reader, ids: readonly bigint[]) {
  const rows = await read
    .selectFrom('member')
    .select([
      'member.id',
      'member.id as memberid',
      'member.name as membername',
      'member.email as memberemail',
      'member.phone',
      'member.status as memberstatus',
      'member.activated as confm',
      'member.created_at as createat',
      'member.updated_at as updateat',
    ])
    .select(
      sql<string[]>`array(
        select name from role join member_role on member_role.role_id = role.id where member_role.member_id = member.id order by role.id
      )`.as('roles'),
    )
    .where(sql<boolean>`member.id = any(${ids}::bigint[])`)
    .execute()
  return rows.map(({ phone, ...row }) => ({ ...row, memberphone: phone && localPhone(phone) }))
}

export async function sumUsers(read: Reader): Promise<UserSums> {
  const { rows } = await sql<Record<keyof UserSums, bigint>>`
    select (select count(*) from member) as totaluser,
      (select count(*) from member_role where role_id = (select id from role where name = 'ROLE_SELLER')) as totalseller,
      (select count(*) from member where admin_confirmation > 0 and admin_confirmation = ${approvalLevels.waiting}) as totalreqseller`.execute(
    read,
  )
  const [sums] = rows
  return {
    totaluser: Number(sums?.totaluser ?? 0),
    totalseller: Number(sums?.totalseller ?? 0),
    totalreqseller: Number(sums?.totalreqseller ?? 0),
  }
}

export const listRoles = (read: Reader) => read.selectFrom('role').select(['id', 'name']).orderBy('id').execute()

export async function roleOf(read: Reader, id: bigint): Promise<RoleName> {
  const role = await read.selectFrom('role').select('name').where('id', '=', id).executeTakeFirst()
  if (!role) throw new Refusal('not_found.role')
  return role.name as RoleName
}
