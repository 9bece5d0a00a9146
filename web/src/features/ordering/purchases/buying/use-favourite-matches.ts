import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Favourite, favouritesQuery, findFavourites } from '#features/market-data/favourites/favourites.api.ts'

interface Picked {
  typed: string
  /** The maximum number of favourites that are shown while nothing is typed; undefined for no maximum. */
  most: number | undefined
  onTake: (favourite: Favourite) => void
}

/** The favourites that match the input: a text is compared with their names, a number with their targets. Arrow keys and Enter select a favourite. */
export function useFavouriteMatches({ typed, most, onTake }: Picked) {
  const { data: all = [], isPending } = useQuery(favouritesQuery)
  const found = findFavourites(all, typed).slice(0, typed === '' ? most : 20)
  const [pointed, setPointed] = useState<bigint | null>(null)
  const isNamed = /\p{L}/u.test(typed) && found.length > 0
  const active = isNamed ? (found.find(({ id }) => id === pointed) ?? found[0]) : undefined
  return {
    all,
    isPending,
    found,
    isNamed,
    active,
    isPointed: active !== undefined && active.id === pointed,
    point: (by: 1 | -1) => setPointed(found.at(((active ? found.indexOf(active) : -1) + by) % found.length)?.id ?? null),
    enter: () => active && onTake(active),
    take: onTake,
  }
}

export type FavouriteMatches = ReturnType<typeof useFavouriteMatches>
