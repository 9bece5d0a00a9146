import { useEffect, useState, useSyncExternalStore } from 'react'

/** The layers over dialogs, lowest first. */
let layers: readonly symbol[] = []
const listeners = new Set<() => void>()

function change(next: readonly symbol[]) {
  layers = next
  for (const listener of listeners) listener()
}

function add(): { layer: symbol; remove: () => void } {
  const layer = Symbol('layer')
  change([...layers, layer])
  // Delayed: the Escape key that closed the layer is still being handled by the dialog below.
  return { layer, remove: () => void setTimeout(() => change(layers.filter((other) => other !== layer))) }
}

/** Adds a layer over another dialog, so that Escape closes only the topmost one. Returns a function that removes it. */
export const layOver = (): (() => void) => add().remove

/** Returns whether another layer is above this one. */
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
