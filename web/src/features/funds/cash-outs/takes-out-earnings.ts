import type { User } from '@lapak/contract/auth/access'

/** True for sellers and for former sellers, whose role an administrator removed; other buyers need a case. */
export const takesOutEarnings = ({ roles, soldbefore }: User): boolean => soldbefore || roles.some(({ name }) => name === 'ROLE_SELLER')
