import { favouriteCalls } from '@lapak/contract/market-data/favourites'
import type { Routes } from '#http/http.ts'
import { listFavourites } from './favourites.queries.ts'
import { addFavourite, changeFavourite, type FavouriteDeps, removeFavourite } from './favourites.ts'

export function favouriteRoutes(routes: Routes, deps: FavouriteDeps) {
  routes.on(favouriteCalls.list, ({ caller }) => listFavourites(deps.db.read, caller.memberId))
  routes.on(favouriteCalls.add, ({ caller, body }) => addFavourite(deps, caller.memberId, body))
  routes.on(favouriteCalls.change, ({ caller, params, body }) => changeFavourite(deps, caller.memberId, params.id, body))
  routes.on(favouriteCalls.remove, ({ caller, params }) => removeFavourite(deps, caller.memberId, params.id))
}
