import { sql } from 'kysely'

export interface Conversation {
  id: bigint
  first_id: bigint
  /** Null is the platform. */
  second_id: bigint | null
  last_seq: number
}

/** The reading or writing side: a member for itself, or an administrator for the platform. */
export interface Side {
  memberId: bigint
  forPlatform: boolean
}

/** Sellers are in the directory, and every member may write to them. */
export const sellerIds = sql<bigint>`
  select member_role.member_id from member_role join role on role.id = member_role.role_id where role.name = 'ROLE_SELLER'`

/** For one member, without reading all sellers. */
export const isSeller = sql<boolean>`exists (
  select from member_role join role on role.id = member_role.role_id where member_role.member_id = member.id and role.name = 'ROLE_SELLER')`
