import type { User } from '@lapak/contract/auth/access'

/** Whoever sells, and whoever sold until an administrator took the role; buyers need a case. */
export const takesOutEarnings = ({ roles, soldbefore }: User): boolean => soldbefore || roles.some(({ name }) => name === 'ROLE_SELLER')
