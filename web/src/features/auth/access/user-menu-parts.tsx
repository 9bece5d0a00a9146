import type { User } from '@lapak/contract/auth/access'
import { Text } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import classes from '#features/auth/access/user-menu.module.css'
import { promptInstall, useInstallMethod } from '#lib/install-prompt.ts'
import { showSuccess } from '#ui/snackbar.ts'

export interface UserMenuEntry {
  key: string
  label: string
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  to: NonNullable<LinkProps['to']>
}

export interface UserMenuParts {
  user: User
  entries: UserMenuEntry[]
  onLogout: () => void
}

/** The action that installs the web app on this device; undefined if the web app is installed or cannot be installed. */
export function useInstallAction(): (() => void) | undefined {
  const installing = useInstallMethod()
  if (installing === 'press') return () => void promptInstall()
  if (installing === 'hand') return () => showSuccess('Ketuk Bagikan, lalu Tambah ke Layar Utama')
}

export function UserMenuHeader({ user }: { user: User }) {
  return (
    <div className={classes.who}>
      {/* No paragraph elements, because a menu may contain only its items. */}
      <Text component="div" size="sm" fw={650} className={classes.long}>
        {user.name}
      </Text>
      <Text component="div" size="xs" c="dimmed" className={classes.long}>
        {user.email}
      </Text>
    </div>
  )
}
