import type { User } from '@lapak/contract/auth/access'
import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconShieldCog, IconShoppingCartPlus } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useUnreadChats } from '#features/community/chat/unread.api.ts'
import { SearchBox } from '#features/selling/search/search-box.tsx'
import { useOpenPurchaseDialog } from '#lib/use-open-purchase-dialog.ts'
import { type MenuEntry, type MenuEntryGroup, mainEntries } from '#routes/menu-entries.ts'
import classes from '#routes/navigation.module.css'
import { totalWaiting, useAdministratorEntries } from '#routes/use-administrator-entries.ts'
import { Bar } from '#ui/bar.tsx'
import { DeferredMenu } from '#ui/lazy.tsx'
import type { MenuIcon } from '#ui/menu-icon.tsx'

/** The main entries, with the number of unread messages of this user at the chat. */
function useMainEntries(user: User): (MenuEntry | MenuEntryGroup)[] {
  const unread = useUnreadChats('own')
  return mainEntries(user).map((entry) => (entry.key === 'chat' && unread > 0 ? { ...entry, waits: unread } : entry))
}

/** Opens the purchase dialog over the current page; the filters of the page stay in the URL. */
const overPage = ((before: object) => ({ ...before, trx: undefined, beli: '1' })) as never

/** The bar below the top bar on tablets and desktops, with the main entries and the search. */
export function SecondToolbar({ user }: { user: User }) {
  const administration = useAdministratorEntries(user)
  const waiting = totalWaiting(administration)
  const buy = useOpenPurchaseDialog()
  return (
    <Bar line="below" className={classes.second}>
      <nav className={classes.entries} aria-label="Menu utama">
        {useMainEntries(user).map((entry) =>
          'entries' in entry ? (
            <EntryMenu {...entry} key={entry.key} className={classes.entry} />
          ) : (
            <EntryLink key={entry.key} entry={entry} className={classes.entry} iconSize={18} />
          ),
        )}
        {administration.length > 0 && (
          <EntryMenu
            label={waiting > 0 ? `Administrator (${waiting})` : 'Administrator'}
            icon={IconShieldCog}
            entries={administration}
            className={classes.entry}
          />
        )}
      </nav>
      <div className={classes.work}>
        <Button
          color="orange"
          size="sm"
          className={classes.buyButton}
          leftSection={<IconShoppingCartPlus size={18} aria-hidden />}
          title="Beli (tombol B)"
          aria-keyshortcuts="b"
          onClick={() => buy()}
        >
          Beli
        </Button>
        <div className={classes.search}>
          <SearchBox byKey />
        </div>
      </div>
    </Bar>
  )
}

interface EntryMenuProps {
  label: string
  icon: MenuIcon
  entries: MenuEntry[]
  className: string | undefined
  onPhone?: true
}

function EntryMenu({ label, icon: Icon, entries, className, onPhone }: EntryMenuProps) {
  const here = useLocation({ select: ({ pathname }) => entries.some(({ to }) => to === pathname) })
  return (
    <DeferredMenu
      position={onPhone ? 'top' : 'bottom-start'}
      width={220}
      shadow="md"
      withinPortal
      withInitialFocusPlaceholder={false}
      target={
        <UnstyledButton className={className} data-status={here ? 'active' : undefined}>
          <Icon size={onPhone ? 22 : 18} aria-hidden />
          {label}
          {!onPhone && <IconChevronDown size={16} aria-hidden />}
        </UnstyledButton>
      }
    >
      {(Menu) => (
        <Menu.Dropdown className={classes.dropdown}>
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
      )}
    </DeferredMenu>
  )
}

/**
 * The bar at the bottom on phones, with the main entries and the purchase button. Members that are not sellers have a direct link to the purchases
 * instead of a group.
 */
export function BottomBar({ user }: { user: User }) {
  const sells = user.roles.some(({ name }) => name === 'ROLE_SELLER')
  return (
    <Bar component="nav" line="above" className={classes.bottom} aria-label="Menu utama">
      {useMainEntries(user).map((entry) =>
        !('entries' in entry) ? (
          <EntryLink key={entry.key} entry={entry} className={classes.tab} iconSize={22} />
        ) : sells ? (
          <EntryMenu {...entry} key={entry.key} className={classes.tab} onPhone />
        ) : (
          <EntryLink key={entry.key} entry={{ ...entry.entries[0], label: entry.label }} className={classes.tab} iconSize={22} />
        ),
      )}
      <Link to="." search={overPage} state={{}} resetScroll={false} className={classes.buy} activeProps={{}}>
        <IconShoppingCartPlus size={22} aria-hidden />
        Beli
      </Link>
    </Bar>
  )
}

function EntryLink({ entry, className, iconSize }: { entry: MenuEntry; className: string | undefined; iconSize: number }) {
  const { label, icon: Icon, to, waits } = entry
  // The home page has two paths, so the link is also active at `/`.
  const here = useLocation({ select: ({ pathname }) => pathname === '/' && to === '/home' })
  return (
    <Link
      to={to}
      className={className}
      activeOptions={{ includeSearch: false }}
      {...(here && { 'data-status': 'active', 'aria-current': 'page' })}
    >
      <span className={classes.icon}>
        <Icon size={iconSize} aria-hidden />
        {waits !== undefined && (
          <span className={classes.waits} aria-hidden>
            {waits > 99 ? '99+' : waits}
          </span>
        )}
      </span>
      {label}
      {waits !== undefined && <VisuallyHidden>, {waits} belum dibaca</VisuallyHidden>}
    </Link>
  )
}
