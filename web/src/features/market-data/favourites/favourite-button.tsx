import { ActionIcon, Button } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FavouriteTarget } from '#features/market-data/favourites/favourite-dialog.tsx'
import { type Favourite, favouritesQuery } from '#features/market-data/favourites/favourites.api.ts'
import { deferredComponent } from '#ui/lazy.tsx'

const NewFavouriteDialog = deferredComponent(
  async () => (await import('#features/market-data/favourites/favourite-dialog.tsx')).NewFavouriteDialog,
)
const ChangeFavouriteDialog = deferredComponent(
  async () => (await import('#features/market-data/favourites/favourite-dialog.tsx')).ChangeFavouriteDialog,
)

/** A button that saves the target of a purchase as a favourite. If the target is already a favourite, shows its name instead. */
export function FavouriteButton({ kept, small = false }: { kept: FavouriteTarget; small?: boolean }) {
  const favourites = useQuery(favouritesQuery).data
  // The state when the dialog opened: after saving, the new favourite is already loaded before the dialog has closed.
  const [opened, setOpened] = useState<Favourite | 'new' | null>(null)
  const known = favourites?.find(({ target, productcode }) => target === kept.target && productcode === kept.productcode)
  const label = known ? `Favorit: ${known.name}` : 'Simpan ke favorit'
  const open = () => setOpened(known ?? 'new')
  const close = () => setOpened(null)
  const Icon = known ? IconStarFilled : IconStar
  return (
    <>
      {small ? (
        <ActionIcon
          size={44}
          variant="subtle"
          color="orange"
          title={label}
          aria-label={`${label}, ${kept.target}`}
          disabled={!favourites}
          onClick={open}
        >
          <Icon size={20} aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="default" fullWidth leftSection={<Icon size={18} aria-hidden />} disabled={!favourites} onClick={open}>
          {label}
        </Button>
      )}
      {opened === 'new' && <NewFavouriteDialog eager kept={kept} onClose={close} />}
      {opened && opened !== 'new' && <ChangeFavouriteDialog eager favourite={opened} onClose={close} />}
    </>
  )
}
