import type { User } from '@lapak/contract/access'
import { Divider, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconCashBanknote, IconChevronDown, IconDeviceMobilePlus, IconLogout, IconMenu2, type TablerIcon } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useRef } from 'react'
import { signOut } from '#features/access/access.api.ts'
import classes from '#features/access/user-menu.module.css'
import { install, useInstalling } from '#lib/installing.ts'
import { leave } from '#lib/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Drawer, LateMenu } from '#ui/late.tsx'
import { sayDone } from '#ui/snackbar.ts'
import { belowSm } from '#ui/theme.ts'

interface Entry {
  key: string
  label: string
  icon: TablerIcon
  to: NonNullable<LinkProps['to']>
}

interface UserMenuProps {
  user: User
  entries: Entry[]
  /** In the drawer only, since elsewhere the bars have room for them: more screens, how much waits there, and the dialog of cash-outs. */
  onPhones: { entries: Entry[]; waiting: number; onCashOut: (() => void) | undefined }
}

/** Who is signed in, what is theirs, and the way out: a menu on desks, a drawer on phones. */
export function UserMenu({ user, entries, onPhones }: UserMenuProps) {
  const phone = useMediaQuery(belowSm, undefined, { getInitialValueInEffect: false })
  // The session ends here in any case; a server that cannot be reached forgets it when it has been idle for long.
  const out = useMutation({ mutationFn: signOut, onSettled: () => leave(), meta: { shownInPlace: true } })
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

interface PartsProps extends Pick<UserMenuProps, 'user' | 'entries'> {
  onLogout: () => void
}

/** How this page is installed here, where it can be and is not yet. */
function useInstall(): (() => void) | undefined {
  const installing = useInstalling()
  if (installing === 'press') return () => void install()
  if (installing === 'hand') return () => sayDone('Ketuk Bagikan, lalu Tambah ke Layar Utama')
}

function MenuDropdown({ user, entries, onLogout }: PartsProps) {
  const onInstall = useInstall()
  return (
    <LateMenu
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
          <Who user={user} />
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
            <Menu.Item className={classes.item} leftSection={<IconDeviceMobilePlus size={18} aria-hidden />} onClick={onInstall}>
              Pasang aplikasi
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item className={classes.item} leftSection={<IconLogout size={18} aria-hidden />} onClick={onLogout}>
            Logout
          </Menu.Item>
        </Menu.Dropdown>
      )}
    </LateMenu>
  )
}

function MenuDrawer({
  user,
  entries,
  waiting,
  onCashOut,
  onLogout,
}: PartsProps & Pick<UserMenuProps['onPhones'], 'waiting' | 'onCashOut'>) {
  const [opened, { open, close }] = useDisclosure()
  const onInstall = useInstall()
  // What opens next waits until the drawer is gone, which gives the focus back to its button.
  const next = useRef<() => void>(undefined)
  function openNext() {
    next.current?.()
    next.current = undefined
  }
  return (
    <>
      <UnstyledButton
        className={classes.target}
        aria-label={waiting > 0 ? `Menu ${user.name}, ${waiting} menunggu persetujuan` : `Menu ${user.name}`}
        aria-haspopup="dialog"
        onClick={open}
      >
        <Avatar name={user.name} address={user.member.memberavatar} size={32} />
        <IconMenu2 size={20} className={classes.sign} aria-hidden />
        {waiting > 0 && <span className={classes.waiting}>{waiting}</span>}
      </UnstyledButton>
      <Drawer
        opened={opened}
        onClose={close}
        onExitTransitionEnd={openNext}
        position="right"
        size={320}
        title="Menu"
        transitionProps={{ duration: 120 }}
      >
        <Who user={user} />
        <Divider my={8} />
        <nav aria-label="Akun">
          {entries.map(({ key, label, icon: Icon, to }) => (
            <Link key={key} to={to} className={classes.line} onClick={close}>
              <Icon size={20} aria-hidden />
              {label}
            </Link>
          ))}
          {onCashOut && (
            <UnstyledButton
              className={classes.line}
              onClick={() => {
                next.current = onCashOut
                close()
              }}
            >
              <IconCashBanknote size={20} aria-hidden />
              Cashout
            </UnstyledButton>
          )}
          {onInstall && (
            <UnstyledButton className={classes.line} onClick={onInstall}>
              <IconDeviceMobilePlus size={20} aria-hidden />
              Pasang aplikasi
            </UnstyledButton>
          )}
          <UnstyledButton className={classes.line} onClick={onLogout}>
            <IconLogout size={20} aria-hidden />
            Logout
          </UnstyledButton>
        </nav>
      </Drawer>
    </>
  )
}

function Who({ user }: { user: User }) {
  return (
    <div className={classes.who}>
      {/* Not paragraphs: a menu may hold nothing but its items. */}
      <Text component="div" size="sm" fw={650} className={classes.long}>
        {user.name}
      </Text>
      <Text component="div" size="xs" c="dimmed" className={classes.long}>
        {user.email}
      </Text>
    </div>
  )
}
