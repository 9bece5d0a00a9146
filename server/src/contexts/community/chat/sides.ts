import { sql } from 'kysely'

export interface Conversation {
  id: bigint
  first_id: bigint
  /** The second member; null is the platform. */
  second_id: bigint | null
  last_seq: number
}

/** The side of a conversation that reads or writes: a member, or an administrator on behalf of the platform. */
export interface Side {
  memberId: bigint
  forPlatform: boolean
}

/** The ids of all sellers. All members can see the list of sellers, and may write to them. */
export const sellerIds = sql<bigint>`
  select member_role.member_id from member_role join role on role.id = member_role.role_id where role.name = 'ROLE_SELLER'`

/** The check for a single member does not read all sellers. */
export const isSeller = sql<boolean>`exists (
  select from member_role join role on role.id = member_role.role_id where member_role.member_id = member.id and role.name = 'ROLE_SELLER')`
