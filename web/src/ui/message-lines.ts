import { useSyncExternalStore } from 'react'

/*
 * Places in line with a form (`data-said`), where messages cover neither a field nor a button of it. They are found when something is
 * said, so that the first screen carries nothing of this.
 */

let chosen: Element | undefined
const listeners = new Set<() => void>()

/** A place goes with its form; what is still said moves on. */
const watcher = new MutationObserver(() => chosen?.isConnected || choose(findLine()))

/** For what is said now, which is brought into sight. */
export function chooseLine() {
  choose(findLine())
  chosen?.scrollIntoView({ block: 'nearest' })
}

function choose(line: Element | undefined) {
  chosen = line
  if (line) watcher.observe(document.body, { childList: true, subtree: true })
  else watcher.disconnect()
  for (const listener of listeners) listener()
}

/** The first that can be seen; without one messages stand over the page. */
const findLine = () => [...document.querySelectorAll('[data-said]')].find(isOnScreen)

function isOnScreen(place: Element): boolean {
  const { top } = place.getBoundingClientRect()
  return top >= 0 && top < window.innerHeight
}

export const useLine = (): Element | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => chosen,
  )
