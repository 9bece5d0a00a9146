import { Menu, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { signOut } from '#features/access/access.api.ts'
import { useUser } from '#features/access/use-user.ts'
import classes from '#features/access/user-menu.module.css'
import { leave } from '#lib/session.ts'
import { InitialsMark } from '#ui/initials-mark.tsx'

/** Who is signed in, and the way out. */
export function UserMenu() {
  const user = useUser()
  // The session ends here in any case; a server that cannot be reached forgets it after 30 idle days.
  const out = useMutation({ mutationFn: signOut, onSettled: () => leave(), meta: { shownInPlace: true } })
  if (!user) return null
  return (
    <Menu position="bottom-end" width={240} shadow="md" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={`Menu ${user.name}`}>
          <InitialsMark name={user.name} round />
          <Text size="sm" fw={600} className={classes.name} truncate>
            {user.name}
          </Text>
          <IconChevronDown size={16} aria-hidden className={classes.name} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Text size="sm" fw={650} truncate>
            {user.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {user.email}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item className={classes.item} leftSection={<IconLogout size={18} />} onClick={() => out.mutate()}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
