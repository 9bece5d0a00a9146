import { lazyRouteComponent as lazy } from '@tanstack/react-router'
import { checkReachability } from '#lib/connectivity.ts'

/** Thrown if the script of a screen could not be loaded because there is no network, or the server has a newer build. */
export class RouteLoadError extends Error {}

/**
 * Replaces the router's own function, which reloads the document when a script is missing; without a network, a reload shows the browser's error
 * page. The error is thrown after a check of the network, so that the screen tells the right cause.
 */
export const lazyRouteComponent: typeof lazy = (load, name) =>
  lazy(
    () =>
      load().catch(async (cause: unknown) => {
        await checkReachability()
        throw new RouteLoadError('the script of this screen did not come', { cause })
      }),
    name,
  )
