import { createStore, useSelector } from '@tanstack/react-store'
import { useEffect, useState } from 'react'

/** The open layers (confirmations, for example) above dialogs, lowest first. */
const layers = createStore<readonly symbol[]>([])

function createLayer(): { layer: symbol; remove: () => void } {
  const layer = Symbol('layer')
  layers.setState((others) => [...others, layer])
  // Delayed, because the Escape key that closed the layer is still being handled by the dialog below.
  return { layer, remove: () => void setTimeout(() => layers.setState((all) => all.filter((other) => other !== layer))) }
}

/** Adds a layer above the open dialogs, so that Escape closes only the topmost layer. Returns a function that removes the layer. */
export const addLayer = (): (() => void) => createLayer().remove

/** Adds a layer while `opened` is true. Returns whether another layer is above this layer. */
export function useLayer(opened: boolean): boolean {
  const [own, setOwn] = useState<symbol>()
  useEffect(() => {
    if (!opened) return
    const { layer, remove } = createLayer()
    setOwn(layer)
    return remove
  }, [opened])
  return useSelector(layers, (all) => opened && own !== undefined && all.includes(own) && all.at(-1) !== own)
}

export const useHasOpenLayer = (): boolean => useSelector(layers, (all) => all.length > 0)
