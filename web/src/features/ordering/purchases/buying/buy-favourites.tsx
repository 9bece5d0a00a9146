import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconListDetails, IconStarFilled } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import type { Favourite } from '#features/market-data/favourites/favourites.api.ts'
import classes from '#features/ordering/purchases/buying/buy-dialog.module.css'
import type { FavouriteMatches } from '#features/ordering/purchases/buying/use-favourite-matches.ts'
import { optionId } from '#features/ordering/purchases/buying/use-product-picker.ts'
import { groupInFours } from '#lib/targets.ts'
import { Card } from '#ui/card.tsx'
import { deferredComponent } from '#ui/lazy.tsx'

const FavouritesDialog = deferredComponent(
  async () => (await import('#features/market-data/favourites/favourites-dialog.tsx')).FavouritesDialog,
)

interface FavouritesProps {
  pick: FavouriteMatches
  /** Id of the list that the target field controls. */
  id: string
  /** Called to use only the target of a favourite, so that the buyer can select another product than usual. */
  onNumber?: (target: string) => void
}

/** The favourites, shown above the recent targets; renders nothing if no favourite matches. */
export function BuyFavourites({ pick, id, onNumber }: FavouritesProps) {
  const heading = useId()
  const [opened, { open, close }] = useDisclosure()
  const { found, all, active, isPointed, take } = pick
  if (found.length === 0 && !opened) return null
  return (
    <div>
      <Group justify="space-between" gap={8} wrap="nowrap">
        <Text size="sm" fw={600} c="dimmed" id={heading}>
          Favorit
        </Text>
        <Button variant="subtle" size="compact-sm" className={classes.manage} onClick={open}>
          {all.length > found.length ? `Semua favorit (${all.length})` : 'Kelola favorit'}
        </Button>
      </Group>
      <ul className={classes.people} aria-labelledby={heading}>
        {found.map((favourite) => (
          <li key={favourite.id.toString()} className={classes.recent}>
            <Choice
              id={optionId(id, favourite.id.toString())}
              favourite={favourite}
              active={favourite === active}
              pointed={isPointed && favourite === active}
              onTake={take}
            />
            {onNumber && !favourite.productcode && <span className={classes.withoutCode} />}
            {onNumber && favourite.productcode && (
              <ActionIcon
                size={44}
                variant="subtle"
                title="Produk lain"
                aria-label={`Produk lain untuk ${favourite.name}`}
                onClick={() => onNumber(favourite.target)}
              >
                <IconListDetails size={20} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {opened && (
        <FavouritesDialog
          eager
          onTake={(favourite) => {
            close()
            take(favourite)
          }}
          onClose={close}
        />
      )}
    </div>
  )
}

interface ChoiceProps {
  id: string
  favourite: Favourite
  active: boolean
  pointed: boolean
  onTake: (favourite: Favourite) => void
}

function Choice({ id, favourite, active, pointed, onTake }: ChoiceProps) {
  const place = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (pointed) place.current?.scrollIntoView({ block: 'nearest' })
  }, [pointed])
  const { name, target, productname } = favourite
  return (
    <Card
      ref={place}
      id={id}
      component="button"
      type="button"
      size="sm"
      look={active ? 'chosen' : undefined}
      className={classes.choice}
      onClick={() => onTake(favourite)}
    >
      <IconStarFilled size={20} aria-hidden className={classes.star} />
      <span className={classes.what}>
        <span className={classes.productName}>{name}</span>
        <span className={classes.quiet}>
          {groupInFours(target)}
          {productname && ` · ${productname}`}
        </span>
      </span>
    </Card>
  )
}
