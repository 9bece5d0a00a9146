import type { RoleName } from '@lapak/contract/auth/access'

export const roleLabels: Record<RoleName, string> = { ROLE_ADMIN: 'Admin', ROLE_SELLER: 'Suplier' }
