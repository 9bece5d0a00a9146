import type { RoleName } from '@lapak/contract/access'
import {
  IconBuildingStore,
  IconFileText,
  IconHome,
  IconKey,
  IconPackages,
  IconReceipt,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'

export interface Entry {
  key: string
  label: string
  icon: TablerIcon
  to: NonNullable<LinkProps['to']>
  /** Only for members with this role. */
  role?: RoleName
}

/** The second toolbar, and on phones the bottom bar: the screens of the daily work, in this order. */
export const mainEntries: Entry[] = [
  { key: 'lobby', label: 'Lobby', icon: IconHome, to: '/home' },
  { key: 'produk', label: 'Produk', icon: IconPackages, to: '/product' },
  { key: 'transaksi', label: 'Transaksi', icon: IconReceipt, to: '/trxpembelian' },
  { key: 'suplier', label: 'Suplier', icon: IconBuildingStore, to: '/supplier' },
]

/** The user menu, above Logout. */
export const userEntries: Entry[] = [
  { key: 'profile', label: 'Profile', icon: IconUser, to: '/profile' },
  { key: 'password', label: 'Change Password', icon: IconKey, to: '/gantipassword' },
  { key: 'terms', label: 'Syarat & Ketentuan', icon: IconFileText, to: '/syaratketentuan' },
]

export const entriesFor = (entries: Entry[], { roles }: { roles: { name: string }[] }) =>
  entries.filter(({ role }) => role === undefined || roles.some(({ name }) => name === role))
