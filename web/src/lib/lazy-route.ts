import { lazyRouteComponent as lazy } from '@tanstack/react-router'

/** Thrown if the script of a screen could not be loaded because there is no network, or the server has a newer build. */
export class RouteLoadError extends Error {}

/**
 * Replaces the router's own function, which reloads the document when a script is missing; without a network, a reload shows the browser's error
 * page.
 */
export const lazyRouteComponent: typeof lazy = (load, name) =>
  lazy(
    () =>
      load().catch((cause: unknown) => {
        throw new RouteLoadError('the script of this screen did not come', { cause })
      }),
    name,
  )
