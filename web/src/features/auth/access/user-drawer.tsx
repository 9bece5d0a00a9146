import { Divider, UnstyledButton } from '@mantine/core'
import { IconCashBanknote, IconDeviceMobilePlus, IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import classes from '#features/auth/access/user-menu.module.css'
import { UserMenuHeader, type UserMenuParts, useInstallAction } from '#features/auth/access/user-menu-parts.tsx'
import { Drawer } from '#ui/lazy.tsx'

interface UserDrawerProps extends UserMenuParts {
  opened: boolean
  onClose: () => void
  onCashOut: (() => void) | undefined
}

/** The user menu on phones. */
export function UserDrawer({ user, entries, opened, onClose, onCashOut, onLogout }: UserDrawerProps) {
  const onInstall = useInstallAction()
  // The next dialog opens only after the drawer has closed, because the closing drawer returns the focus to its button.
  const next = useRef<() => void>(undefined)
  function openNext() {
    next.current?.()
    next.current = undefined
  }
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={openNext}
      position="right"
      size={320}
      title="Menu"
      transitionProps={{ duration: 120 }}
    >
      <UserMenuHeader user={user} />
      <Divider my={8} />
      <nav aria-label="Akun">
        {entries.map(({ key, label, icon: Icon, to }) => (
          <Link key={key} to={to} className={classes.line} onClick={onClose}>
            <Icon size={20} aria-hidden />
            {label}
          </Link>
        ))}
        {onCashOut && (
          <UnstyledButton
            className={classes.line}
            onClick={() => {
              next.current = onCashOut
              onClose()
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
  )
}
