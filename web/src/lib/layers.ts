import { useEffect, useState, useSyncExternalStore } from 'react'

/** What lies over dialogs, the lowest first. */
let layers: readonly symbol[] = []
const listeners = new Set<() => void>()

function change(next: readonly symbol[]) {
  layers = next
  for (const listener of listeners) listener()
}

function add(): { layer: symbol; remove: () => void } {
  const layer = Symbol('layer')
  change([...layers, layer])
  // Later: the Escape that closed it is still on its way to what lies below.
  return { layer, remove: () => void setTimeout(() => change(layers.filter((other) => other !== layer))) }
}

/** Something lies over another dialog, and Escape means only what is on top. Returns how it goes again. */
export const layOver = (): (() => void) => add().remove

/** Answers whether something lies over this one in its turn. */
export function useLayer(opened: boolean): boolean {
  const [own, setOwn] = useState<symbol>()
  useEffect(() => {
    if (!opened) return
    const { layer, remove } = add()
    setOwn(layer)
    return remove
  }, [opened])
  const top = useSyncExternalStore(listen, () => layers.at(-1))
  return opened && own !== undefined && layers.includes(own) && top !== own
}

export const useIsCovered = (): boolean => useSyncExternalStore(listen, () => layers.length > 0)

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
