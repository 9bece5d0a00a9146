import type { RoleName, User } from '@lapak/contract/auth/access'
import { platformName } from '@lapak/contract/shared/platform'
import { IconBuildingStore, IconHome, IconMessageCircle, IconPackages, IconReceipt } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { type MenuIcon, menuIcon } from '#ui/menu-icon.tsx'

export interface MenuEntry {
  key: string
  label: string
  icon: MenuIcon
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
const buyingEntry: MenuEntry = { key: 'pembelian', label: 'Pembelian', icon: IconReceipt, to: '/trxpembelian' }
export const sellingEntry: MenuEntry = { key: 'penjualan', label: 'Penjualan', icon: menuIcon('sold'), to: '/penjualan' }

/** Several entries that the menu shows as one group. */
export interface MenuEntryGroup {
  key: string
  label: string
  icon: MenuIcon
  entries: [first: MenuEntry, ...others: MenuEntry[]]
}

/**
 * The entry or group for transactions: purchases and sales of the member. For administrators it is the purchases of all members (B-ROLE-18), while
 * their own transactions are in the user menu.
 */
const transactions = (user: Pick<User, 'roles'>): MenuEntry | MenuEntryGroup => {
  const entry = { key: 'transaksi', label: 'Transaksi', icon: IconReceipt }
  return hasRole(user, 'ROLE_ADMIN') ? { ...entry, to: '/trxadm' } : { ...entry, entries: [buyingEntry, sellingEntry] }
}

/** The entries of the second toolbar, or of the bottom bar on phones: the screens of daily work, in this order. */
export const mainEntries = (user: Pick<User, 'roles'>): (MenuEntry | MenuEntryGroup)[] => [
  { key: 'lobby', label: 'Lobby', icon: IconHome, to: '/home' },
  { key: 'produk', label: 'Produk', icon: IconPackages, to: '/product' },
  transactions(user),
  { key: 'suplier', label: 'Suplier', icon: IconBuildingStore, to: '/supplier' },
  { key: 'chat', label: 'Chat', icon: IconMessageCircle, to: '/chat' },
]

/** The entries of the user menu, shown above Logout. */
export const userEntries: MenuEntry[] = [
  { key: 'topup', label: 'Topup Saldo', icon: menuIcon('wallet'), to: '/tambahsaldo', complete: true },
  { ...buyingEntry, role: 'ROLE_ADMIN' },
  { ...sellingEntry, role: 'ROLE_ADMIN' },
  { key: 'feeds', label: 'Kiriman', icon: menuIcon('news'), to: '/feeds' },
  { key: 'profile', label: 'Profile', icon: menuIcon('user'), to: '/profile' },
  { key: 'password', label: 'Change Password', icon: menuIcon('key'), to: '/gantipassword' },
  { key: 'terms', label: 'Syarat & Ketentuan', icon: menuIcon('document'), to: '/syaratketentuan' },
]

/** The entries of the administrators' menu: in the second toolbar, or in the drawer on phones. */
export const administratorEntries: MenuEntry[] = [
  { key: 'admdashboard', label: 'Dashboard', icon: menuIcon('chart'), to: '/admdashboard', role: 'ROLE_ADMIN' },
  { key: 'cashin', label: 'Tiket topup', icon: menuIcon('wallet'), to: '/cashin', role: 'ROLE_ADMIN' },
  { key: 'cashout', label: 'Tiket cashout', icon: menuIcon('out'), to: '/cashout', role: 'ROLE_ADMIN' },
  { key: 'trxadm', label: 'Transaksi semua member', icon: menuIcon('list'), to: '/trxadm', role: 'ROLE_ADMIN' },
  { key: 'layanan', label: platformName, icon: menuIcon('headset'), to: '/admin/layanan', role: 'ROLE_ADMIN' },
  { key: 'kiriman', label: 'Kiriman member', icon: menuIcon('report'), to: '/admin/kiriman', role: 'ROLE_ADMIN' },
  { key: 'persetujuan', label: 'Persetujuan', icon: menuIcon('yes'), to: '/persetujuan', role: 'ROLE_ADMIN' },
  { key: 'account', label: 'Akun kas', icon: menuIcon('cash'), to: '/account', role: 'ROLE_ADMIN' },
  { key: 'mutasibank', label: 'Mutasi bank', icon: menuIcon('bank'), to: '/mutasibank', role: 'ROLE_ADMIN' },
  { key: 'rekonsiliasi', label: 'Rekonsiliasi', icon: menuIcon('match'), to: '/rekonsiliasi', role: 'ROLE_ADMIN' },
  { key: 'usermanagement', label: 'User Management', icon: menuIcon('users'), to: '/usermanagement', role: 'ROLE_ADMIN' },
  { key: 'katalog', label: 'Produk & brand', icon: menuIcon('catalogue'), to: '/admin/products', role: 'ROLE_ADMIN' },
  { key: 'banner', label: 'Banner', icon: menuIcon('picture'), to: '/admin/sliders', role: 'ROLE_ADMIN' },
  { key: 'audit', label: 'Audit', icon: menuIcon('searched'), to: '/admin/audit', role: 'ROLE_ADMIN' },
  { key: 'pengaturan', label: 'Pengaturan', icon: menuIcon('settings'), to: '/admin/pengaturan', role: 'ROLE_ADMIN' },
  { key: 'kesehatan', label: 'Kesehatan', icon: menuIcon('health'), to: '/admin/kesehatan', role: 'ROLE_ADMIN' },
]

export const entriesFor = (entries: MenuEntry[], user: Pick<User, 'roles' | 'complete'>) =>
  entries.filter(({ role, complete }) => (role === undefined || hasRole(user, role)) && (!complete || user.complete))

const hasRole = ({ roles }: Pick<User, 'roles'>, role: RoleName): boolean => roles.some(({ name }) => name === role)
