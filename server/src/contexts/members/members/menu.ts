import type { MenuKey } from '@lapak/contract/auth/access'

/** The menu of a member by its roles; the page chooses the labels and their order. */
export const menuOf = (roles: readonly string[]): MenuKey[] => [
  'lobby',
  'produk',
  'transaksi',
  'suplier',
  'chat',
  ...(roles.includes('ROLE_SELLER') ? (['penjualan'] as const) : []),
  ...(roles.includes('ROLE_ADMIN') ? (['administrator'] as const) : []),
]
