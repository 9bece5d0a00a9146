import { useState } from 'react'

/** A small preference of this browser. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(`lapak.${name}`)
  } catch {
    // Storage is forbidden by the browser: as if nothing was stored.
    return null
  }
}

export function writeStored(name: string, value: string) {
  try {
    localStorage.setItem(`lapak.${name}`, value)
  } catch {
    // Storage is full or forbidden: continue without storing.
  }
}

/** State that survives a reload: a switch, a density, a selection of columns. */
export function useStored<Value extends string>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => (readStored(name) as Value | null) ?? initial)
  return [
    value,
    (next) => {
      writeStored(name, next)
      setValue(next)
    },
  ]
}
