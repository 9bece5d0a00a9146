import { Text, UnstyledButton } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconMenu2 } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { signOut } from '#features/auth/access/access.api.ts'
import classes from '#features/auth/access/user-menu.module.css'
import { type UserMenuEntry, UserMenuHeader, type UserMenuParts, useInstallAction } from '#features/auth/access/user-menu-parts.tsx'
import { leaveSession } from '#lib/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { DeferredMenu, deferredComponent } from '#ui/lazy.tsx'
import { belowSmQuery } from '#ui/media-queries.ts'
import { menuIcon } from '#ui/menu-icon.tsx'

const UserDrawer = deferredComponent(async () => (await import('#features/auth/access/user-drawer.tsx')).UserDrawer)

interface UserMenuProps extends Omit<UserMenuParts, 'onLogout'> {
  /**
   * Content that only the drawer of phones shows, because larger screens have room for it in their bars: further screens, the total of their waiting
   * counts, and the cash-out dialog.
   */
  onPhones: { entries: UserMenuEntry[]; waiting: number; onCashOut: (() => void) | undefined }
}

/** The member's own pages and the sign-out: a menu on desktops, a drawer on phones. */
export function UserMenu({ user, entries, onPhones }: UserMenuProps) {
  const phone = useMediaQuery(belowSmQuery, undefined, { getInitialValueInEffect: false })
  // The session in this browser ends in any case. If the server cannot be reached, the server ends its session when the session has been idle for
  // long.
  const out = useMutation({ mutationFn: signOut, onSettled: () => leaveSession(), meta: { shownInPlace: true } })
  const onLogout = () => out.mutate()
  return phone ? (
    <MenuDrawer
      user={user}
      entries={[...entries, ...onPhones.entries]}
      waiting={onPhones.waiting}
      onCashOut={onPhones.onCashOut}
      onLogout={onLogout}
    />
  ) : (
    <MenuDropdown user={user} entries={entries} onLogout={onLogout} />
  )
}

const InstallSign = menuIcon('install')
const LeaveSign = menuIcon('leave')

function MenuDropdown({ user, entries, onLogout }: UserMenuParts) {
  const onInstall = useInstallAction()
  return (
    <DeferredMenu
      position="bottom-end"
      width={260}
      shadow="md"
      withinPortal
      withInitialFocusPlaceholder={false}
      target={
        <UnstyledButton className={classes.target} aria-label={`Menu ${user.name}`}>
          <Avatar name={user.name} address={user.member.memberavatar} />
          <Text size="sm" fw={600} className={classes.name} truncate>
            {user.name}
          </Text>
          <IconChevronDown size={16} className={classes.sign} aria-hidden />
        </UnstyledButton>
      }
    >
      {(Menu) => (
        <Menu.Dropdown>
          <UserMenuHeader user={user} />
          <Menu.Divider />
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
          {onInstall && (
            <Menu.Item className={classes.item} leftSection={<InstallSign size={18} aria-hidden />} onClick={onInstall}>
              Pasang aplikasi
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item className={classes.item} leftSection={<LeaveSign size={18} aria-hidden />} onClick={onLogout}>
            Logout
          </Menu.Item>
        </Menu.Dropdown>
      )}
    </DeferredMenu>
  )
}

type MenuDrawerProps = UserMenuParts & Pick<UserMenuProps['onPhones'], 'waiting' | 'onCashOut'>

function MenuDrawer({ waiting, ...parts }: MenuDrawerProps) {
  const { user } = parts
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <UnstyledButton
        className={classes.target}
        aria-label={waiting > 0 ? `Menu ${user.name}, ${waiting} menunggu persetujuan` : `Menu ${user.name}`}
        aria-haspopup="dialog"
        onClick={open}
      >
        <span className={classes.picture}>
          <Avatar name={user.name} address={user.member.memberavatar} size={32} />
          {waiting > 0 && <span className={classes.waiting}>{waiting}</span>}
        </span>
        <IconMenu2 size={20} className={classes.sign} aria-hidden />
      </UnstyledButton>
      <UserDrawer eager={opened} opened={opened} onClose={close} {...parts} />
    </>
  )
}
