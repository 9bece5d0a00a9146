import type { Post } from '@lapak/contract/community/feeds'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconEyeOff, IconFlag, IconTrash } from '@tabler/icons-react'
import { useUser } from '#features/auth/access/use-user.ts'
import { useRemovePost } from '#features/community/feeds/feeds.api.ts'
import classes from '#features/community/feeds/post.module.css'
import { confirmed } from '#ui/confirm.tsx'

interface PostMenuProps {
  post: Post
  onReport: () => void
  onHide: () => void
}

/** What its reader may do about a post: take the own one away, report another one, and as an administrator hide it. */
export function PostMenu({ post: { postid, sendiri, member }, onReport, onHide }: PostMenuProps) {
  const remove = useRemovePost(postid)
  const isAdministrator = useUser()?.roles.some(({ name }) => name === 'ROLE_ADMIN')
  async function askAndRemove() {
    if (await confirmed({ question: 'Hapus kiriman ini beserta komentarnya?', danger: true })) remove.mutate(undefined)
  }
  return (
    <Menu position="bottom-end" width={220} shadow="md" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Pilihan kiriman ${member.name}`} loading={remove.isPending}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {sendiri ? (
          <Menu.Item className={classes.choice} leftSection={<IconTrash size={18} aria-hidden />} onClick={() => void askAndRemove()}>
            Hapus kiriman
          </Menu.Item>
        ) : (
          <Menu.Item className={classes.choice} leftSection={<IconFlag size={18} aria-hidden />} onClick={onReport}>
            Laporkan
          </Menu.Item>
        )}
        {isAdministrator && !sendiri && (
          <Menu.Item className={classes.choice} leftSection={<IconEyeOff size={18} aria-hidden />} onClick={onHide}>
            Sembunyikan
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
