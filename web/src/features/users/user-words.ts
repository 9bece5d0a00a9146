import type { RoleName } from '@lapak/contract/access'

export const roleWords: Record<RoleName, string> = { ROLE_ADMIN: 'Admin', ROLE_SELLER: 'Suplier' }
