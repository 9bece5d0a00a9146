import type { RoleName, User } from '@lapak/contract/auth/access'
import { platformName } from '@lapak/contract/shared/platform'
import { IconBuildingStore, IconHome, IconMessageCircle, IconPackages, IconReceipt } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { type Sign, signInMenu } from '#ui/menu-sign.tsx'

export interface Entry {
  key: string
  label: string
  icon: Sign
  to: NonNullable<LinkProps['to']>
  /** Only members with this role see the entry. */
  role?: RoleName
  /** Only members with a complete account see the entry. */
  complete?: true
  /**
   * The number of items that wait for this user, shown at the entry. In the administrators' menu, the accessible label already contains the number.
   */
  waits?: number
}

/**
 * The entries for purchases and sales. Members that are not sellers are redirected from the sales to the registration as a seller (B-OPEN-62,
 * B-ROLE-17).
 */
const buyingEntry: Entry = { key: 'pembelian', label: 'Pembelian', icon: IconReceipt, to: '/trxpembelian' }
export const sellingEntry: Entry = { key: 'penjualan', label: 'Penjualan', icon: signInMenu('sold'), to: '/penjualan' }

/** Several entries that the menu shows as one group. */
export interface EntryGroup {
  key: string
  label: string
  icon: Sign
  entries: [first: Entry, ...others: Entry[]]
}

/**
 * The entry or group for transactions: purchases and sales of the member. For administrators it is the purchases of all members (B-ROLE-18), while
 * their own transactions are in the user menu.
 */
const transactions = (user: Pick<User, 'roles'>): Entry | EntryGroup => {
  const entry = { key: 'transaksi', label: 'Transaksi', icon: IconReceipt }
  return hasRole(user, 'ROLE_ADMIN') ? { ...entry, to: '/trxadm' } : { ...entry, entries: [buyingEntry, sellingEntry] }
}

/** The entries of the second toolbar, or of the bottom bar on phones: the screens of daily work, in this order. */
export const mainEntries = (user: Pick<User, 'roles'>): (Entry | EntryGroup)[] => [
  { key: 'lobby', label: 'Lobby', icon: IconHome, to: '/home' },
  { key: 'produk', label: 'Produk', icon: IconPackages, to: '/product' },
  transactions(user),
  { key: 'suplier', label: 'Suplier', icon: IconBuildingStore, to: '/supplier' },
  { key: 'chat', label: 'Chat', icon: IconMessageCircle, to: '/chat' },
]

/** The entries of the user menu, shown above Logout. */
export const userEntries: Entry[] = [
  { key: 'topup', label: 'Topup Saldo', icon: signInMenu('wallet'), to: '/tambahsaldo', complete: true },
  { ...buyingEntry, role: 'ROLE_ADMIN' },
  { ...sellingEntry, role: 'ROLE_ADMIN' },
  { key: 'feeds', label: 'Kiriman', icon: signInMenu('news'), to: '/feeds' },
  { key: 'profile', label: 'Profile', icon: signInMenu('user'), to: '/profile' },
  { key: 'password', label: 'Change Password', icon: signInMenu('key'), to: '/gantipassword' },
  { key: 'terms', label: 'Syarat & Ketentuan', icon: signInMenu('document'), to: '/syaratketentuan' },
]

/** The entries of the administrators' menu: in the second toolbar, or in the drawer on phones. */
export const administratorEntries: Entry[] = [
  { key: 'admdashboard', label: 'Dashboard', icon: signInMenu('chart'), to: '/admdashboard', role: 'ROLE_ADMIN' },
  { key: 'cashin', label: 'Tiket topup', icon: signInMenu('wallet'), to: '/cashin', role: 'ROLE_ADMIN' },
  { key: 'cashout', label: 'Tiket cashout', icon: signInMenu('out'), to: '/cashout', role: 'ROLE_ADMIN' },
  { key: 'trxadm', label: 'Transaksi semua member', icon: signInMenu('list'), to: '/trxadm', role: 'ROLE_ADMIN' },
  { key: 'layanan', label: platformName, icon: signInMenu('headset'), to: '/admin/layanan', role: 'ROLE_ADMIN' },
  { key: 'kiriman', label: 'Kiriman member', icon: signInMenu('report'), to: '/admin/kiriman', role: 'ROLE_ADMIN' },
  { key: 'persetujuan', label: 'Persetujuan', icon: signInMenu('yes'), to: '/persetujuan', role: 'ROLE_ADMIN' },
  { key: 'account', label: 'Akun kas', icon: signInMenu('cash'), to: '/account', role: 'ROLE_ADMIN' },
  { key: 'mutasibank', label: 'Mutasi bank', icon: signInMenu('bank'), to: '/mutasibank', role: 'ROLE_ADMIN' },
  { key: 'rekonsiliasi', label: 'Rekonsiliasi', icon: signInMenu('match'), to: '/rekonsiliasi', role: 'ROLE_ADMIN' },
  { key: 'usermanagement', label: 'User Management', icon: signInMenu('users'), to: '/usermanagement', role: 'ROLE_ADMIN' },
  { key: 'katalog', label: 'Produk & brand', icon: signInMenu('catalogue'), to: '/admin/products', role: 'ROLE_ADMIN' },
  { key: 'banner', label: 'Banner', icon: signInMenu('picture'), to: '/admin/sliders', role: 'ROLE_ADMIN' },
  { key: 'audit', label: 'Audit', icon: signInMenu('searched'), to: '/admin/audit', role: 'ROLE_ADMIN' },
  { key: 'pengaturan', label: 'Pengaturan', icon: signInMenu('settings'), to: '/admin/pengaturan', role: 'ROLE_ADMIN' },
  { key: 'kesehatan', label: 'Kesehatan', icon: signInMenu('health'), to: '/admin/kesehatan', role: 'ROLE_ADMIN' },
]

export const entriesFor = (entries: Entry[], user: Pick<User, 'roles' | 'complete'>) =>
  entries.filter(({ role, complete }) => (role === undefined || hasRole(user, role)) && (!complete || user.complete))

const hasRole = ({ roles }: Pick<User, 'roles'>, role: RoleName): boolean => roles.some(({ name }) => name === role)
