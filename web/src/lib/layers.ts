import { createStore, useSelector } from '@tanstack/react-store'
import { useEffect, useState } from 'react'

/** The layers over dialogs, lowest first. */
const layers = createStore<readonly symbol[]>([])

function add(): { layer: symbol; remove: () => void } {
  const layer = Symbol('layer')
  layers.setState((others) => [...others, layer])
  // Delayed: the Escape key that closed the layer is still being handled by the dialog below.
  return { layer, remove: () => void setTimeout(() => layers.setState((all) => all.filter((other) => other !== layer))) }
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
  return useSelector(layers, (all) => opened && own !== undefined && all.includes(own) && all.at(-1) !== own)
}

export const useIsCovered = (): boolean => useSelector(layers, (all) => all.length > 0)
