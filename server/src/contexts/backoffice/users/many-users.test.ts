import { type UserQuery, userCalls } from '@lapak/contract/backoffice/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Crowded, startCrowded } from '../../../../test/crowded.ts'
import { listUsers } from './users.queries.ts'

const membersCount = 60_000

let crowded: Crowded

beforeAll(async () => {
  crowded = await startCrowded(['member', 'member_role'])
  const { tables } = crowded
  await sql`
    insert into member (id, name, email, phone, password_hash, status) overriding system value
    select n, case n when 17000 then 'Wulandari Cell' else 'Toko ' || md5(n::text) end,
      case n when 17000 then 'rahmawati' else md5('mail' || n) end || '@lapak.test', '6281' || lpad((n * 7919 % 1000000000)::text, 9, '0'), '-',
      case when n % 3000 = 0 then 0 when n % 1500 = 0 then 1 else 2 end
    from generate_series(1, ${membersCount}) n`.execute(tables)
  await sql`
    insert into member_role (member_id, role_id)
    select n, (select id from role where name = 'ROLE_SELLER') from generate_series(10, ${membersCount}, 1000) n`.execute(tables)
  // Autovacuum normally does this after more rows have been inserted.
  for (const index of ['member_search', 'member_words']) await sql`select gin_clean_pending_list(${index}::regclass)`.execute(tables)
})

afterAll(() => crowded?.drop())

const ask = (query: Record<string, string>) =>
  crowded.looking(() => listUsers(crowded.db.read, userCalls.list.query.parse(query) as UserQuery))

test.each([
  ['a part of the name', { search: 'wulan' }, 1],
  ['a part of the e-mail', { search: 'RAHMAWATI@' }, 1],
  ['a phone that nobody has', { search: '0819-3456-7' }, 0],
  ['being blocked', { memberstatus: '0' }, 20],
  ['waiting for completion', { memberstatus: '1', sort: 'memberemail,ASC' }, 20],
  ['a role', { role: 'ROLE_SELLER' }, 60],
])(
  'a search by %s reads only few of very many members, with a query plan that was made on the statistics of an empty table',
  async (_, query, total) => {
    const { found, looked } = await ask(query)
    expect(found.totalElements).toBe(total)
    expect(looked).toBeLessThan(membersCount / 20)
  },
)

test('a search that nearly all members match is refused', async () => {
  await expect(ask({ search: 'lapak.test' })).rejects.toMatchObject({ code: 'input.invalid' })
})
