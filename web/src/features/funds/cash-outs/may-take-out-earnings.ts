import type { User } from '@lapak/contract/auth/access'

/**
 * Whether the member may take out earnings. True for sellers, and for former sellers whose role an administrator removed; other members need a
 * special case.
 */
export const mayTakeOutEarnings = ({ roles, soldbefore }: User): boolean => soldbefore || roles.some(({ name }) => name === 'ROLE_SELLER')
