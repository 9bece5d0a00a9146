import { lazyRouteComponent as lazy } from '@tanstack/react-router'

/** The script of a screen could not be loaded: there is no network, or the server has a newer build. */
export class NotLoaded extends Error {}

/** The router's own function reloads the page when a script is missing, which shows the browser's error page without a network. */
export const lazyRouteComponent: typeof lazy = (load, name) =>
  lazy(
    () =>
      load().catch((cause: unknown) => {
        throw new NotLoaded('the script of this screen did not come', { cause })
      }),
    name,
  )
