import type { User } from '@lapak/contract/access'
import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconShieldCog, IconShoppingCartPlus } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { SearchBox } from '#features/search/search-box.tsx'
import { type Entry, entriesFor, mainEntries } from '#routes/menu-entries.ts'
import classes from '#routes/navigation.module.css'
import { useAdministration, waitingIn } from '#routes/use-administration.ts'
import { Bar } from '#ui/bar.tsx'

/** Tablets and desks: the screens, under the top bar, and the search. */
export function SecondToolbar({ user }: { user: User }) {
  const administration = useAdministration(user)
  return (
    <Bar line="below" className={classes.second}>
      <nav className={classes.entries} aria-label="Menu utama">
        {entriesFor(mainEntries, user).map((entry) => (
          <EntryLink key={entry.key} entry={entry} className={classes.entry} iconSize={18} />
        ))}
        {administration.length > 0 && <AdministratorMenu entries={administration} />}
      </nav>
      <div className={classes.search}>
        <SearchBox />
      </div>
    </Bar>
  )
}

function AdministratorMenu({ entries }: { entries: Entry[] }) {
  const here = useLocation({ select: ({ pathname }) => entries.some(({ to }) => to === pathname) })
  const waiting = waitingIn(entries)
  return (
    <Menu position="bottom-start" width={220} shadow="md" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={classes.entry} data-status={here ? 'active' : undefined}>
          <IconShieldCog size={18} aria-hidden />
          {waiting > 0 ? `Administrator (${waiting})` : 'Administrator'}
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ key, label, icon: Icon, to }) => (
          <Menu.Item
            key={key}
            className={classes.item}
            leftSection={<Icon size={18} aria-hidden />}
            renderRoot={(props) => <Link to={to} {...props} />}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Phones: the same within reach of the thumb, and the purchase itself. */
export function BottomBar({ user }: { user: User }) {
  // Over the list that is open, when it is that of the purchases, with its filters.
  const over = useLocation({ select: ({ pathname }) => pathname === '/trxpembelian' })
  return (
    <Bar component="nav" line="above" className={classes.bottom} aria-label="Menu utama">
      {entriesFor(mainEntries, user).map((entry) => (
        <EntryLink key={entry.key} entry={entry} className={classes.tab} iconSize={22} />
      ))}
      <Link
        from="/trxpembelian"
        to="/trxpembelian"
        search={(before) => ({ ...(over && before), beli: '1' })}
        className={classes.buy}
        activeProps={{}}
      >
        <IconShoppingCartPlus size={22} aria-hidden />
        Beli
      </Link>
    </Bar>
  )
}

function EntryLink({ entry, className, iconSize }: { entry: Entry; className: string | undefined; iconSize: number }) {
  const { label, icon: Icon, to } = entry
  // The home page has two addresses.
  const here = useLocation({ select: ({ pathname }) => pathname === '/' && to === '/home' })
  return (
    <Link
      to={to}
      className={className}
      activeOptions={{ includeSearch: false }}
      {...(here && { 'data-status': 'active', 'aria-current': 'page' })}
    >
      <Icon size={iconSize} aria-hidden />
      {label}
    </Link>
  )
}
