import { type AccountOwner, ownersShown, type ShutOwner, shutShown } from '@lapak/contract/funds/treasury'
import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import { balanceAt, shutBalances } from '#ledger/balance.ts'

/** Members whose account is shut but still has money: the money came after the account was closed, or the account had money when it was blocked. */
export async function listShut(read: Reader): Promise<ShutOwner[]> {
  const shut = (await shutBalances(read)).slice(0, shutShown)
  const rows = await read
    .selectFrom('member')
    .leftJoin('member_block', 'member_block.member_id', 'member.id')
    .select(['member.id', 'member.name', 'member.email', 'member_block.at'])
    .where(sql<boolean>`member.id = any(${shut.map(({ memberId }) => memberId)}::bigint[])`)
    .execute()
  const members = new Map(rows.map((row) => [row.id, row]))
  return shut.flatMap(({ memberId, balance }) => {
    const member = members.get(memberId)
    return member ? [{ id: member.id, name: member.name, email: member.email, balance, blockedat: member.at }] : []
  })
}

/** Each condition uses an index of its own. Matches by id and e-mail are unique, so they come first. */
export async function findOwners(read: Reader, search: string): Promise<AccountOwner[]> {
  const number = /^\d{1,15}$/.test(search) ? BigInt(search) : null
  const { rows } = await sql<AccountOwner>`
    with found as (
      select id, 0 as place from member where id = ${number}
      union
      select id, 0 from member where lower(email) = lower(${search})
      union
      (select id, 1 from member where name ilike ${containsPattern(search)} limit ${ownersShown})
    )
    select member.id, member.name, member.email, ${balanceAt('member.id')} as balance
    from (select id, min(place) as place from found group by id) found join member using (id)
    order by place, member.name, member.id limit ${ownersShown}`.execute(read)
  return rows
}
