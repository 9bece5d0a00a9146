import type { MenuKey } from '@lapak/contract/auth/access'

/** The menu entries of a member with these roles. The web app chooses their labels and order. */
export const menuOf = (roles: readonly string[]): MenuKey[] => [
  'lobby',
  'produk',
  'transaksi',
  'suplier',
  'chat',
  ...(roles.includes('ROLE_SELLER') ? (['penjualan'] as const) : []),
  ...(roles.includes('ROLE_ADMIN') ? (['administrator'] as const) : []),
]
