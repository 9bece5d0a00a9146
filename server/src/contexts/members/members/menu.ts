import type { MenuKey } from '@lapak/contract/auth/access'

/** What members may open, by their roles; the page words and orders it itself. */
export const menuOf = (roles: readonly string[]): MenuKey[] => [
  'lobby',
  'produk',
  'transaksi',
  'suplier',
  'chat',
  ...(roles.includes('ROLE_SELLER') ? (['penjualan'] as const) : []),
  ...(roles.includes('ROLE_ADMIN') ? (['administrator'] as const) : []),
]
