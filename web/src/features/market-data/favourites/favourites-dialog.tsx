import { ActionIcon, Group, Modal, Stack, Text, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPencil, IconStar, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChangeFavouriteDialog } from '#features/market-data/favourites/favourite-dialog.tsx'
import { type Favourite, favouritesQuery, findFavourites, useRemoveFavourite } from '#features/market-data/favourites/favourites.api.ts'
import classes from '#features/market-data/favourites/favourites.module.css'
import { useLayer } from '#lib/layers.ts'
import { groupInFours } from '#lib/targets.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { belowSmQuery } from '#ui/media-queries.ts'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { EmptyState } from '#ui/states.tsx'

interface FavouritesDialogProps {
  onTake: (favourite: Favourite) => void
  onClose: () => void
}

const searchFrom = 6

/** All favourites, with buttons to buy, rename and remove each. */
export function FavouritesDialog({ onTake, onClose }: FavouritesDialogProps) {
  const phone = useMediaQuery(belowSmQuery, undefined, { getInitialValueInEffect: false })
  const [search, setSearch] = useState('')
  const [changing, setChanging] = useState<Favourite | null>(null)
  const [asking, setAsking] = useState(false)
  const remove = useRemoveFavourite()
  const all = useQuery(favouritesQuery).data ?? []
  const found = findFavourites(all, search)
  useRestoreFocus()
  useLayer(true)

  function askRemoval({ id, name }: Favourite) {
    setAsking(true)
    openConfirmation({
      question: `Hapus “${name}” dari favorit?`,
      danger: true,
      defaultButton: 'no',
      onYes: () => remove.mutate(id),
      // Delayed, because the Escape key that closed the confirmation is still being handled by this dialog.
      onClose: () => void setTimeout(() => setAsking(false)),
    })
  }

  return (
    <Modal opened onClose={onClose} closeOnEscape={!asking && !changing} title="Favorit" size={480} fullScreen={phone}>
      <Stack gap="md">
        {all.length >= searchFrom && <SearchField wide label="Cari nama atau nomor" value={search} onSearch={setSearch} />}
        {all.length === 0 && (
          <EmptyState
            icon={IconStar}
            title="Belum ada favorit"
            hint="Tekan bintang di nomor terakhir atau di hasil transaksi untuk menyimpannya."
          />
        )}
        {all.length > 0 && found.length === 0 && <Text c="dimmed">Tidak ada favorit dengan nama atau nomor itu.</Text>}
        <RowList aria-label="Semua favorit">
          {found.map((favourite) => (
            <Row key={favourite.id} actions={<Actions favourite={favourite} onChange={setChanging} onRemove={askRemoval} />}>
              <UnstyledButton className={classes.take} onClick={() => onTake(favourite)}>
                {favourite.name}
                <RowFacts>
                  {groupInFours(favourite.target)}
                  {favourite.productname && ` · ${favourite.productname}`}
                </RowFacts>
              </UnstyledButton>
            </Row>
          ))}
        </RowList>
      </Stack>
      {changing && <ChangeFavouriteDialog favourite={changing} onClose={() => setTimeout(() => setChanging(null))} />}
    </Modal>
  )
}

interface ActionsProps {
  favourite: Favourite
  onChange: (favourite: Favourite) => void
  onRemove: (favourite: Favourite) => void
}

const Actions = ({ favourite, onChange, onRemove }: ActionsProps) => (
  <Group gap={4} wrap="nowrap">
    <ActionIcon size={44} aria-label={`Ganti nama ${favourite.name}`} title="Ganti nama" onClick={() => onChange(favourite)}>
      <IconPencil size={20} aria-hidden />
    </ActionIcon>
    <ActionIcon size={44} color="red" aria-label={`Hapus ${favourite.name}`} title="Hapus" onClick={() => onRemove(favourite)}>
      <IconTrash size={20} aria-hidden />
    </ActionIcon>
  </Group>
)
