import { useState } from 'react'

/** Reads a small preference that is stored in this browser. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(`lapak.${name}`)
  } catch {
    // The browser forbids access to its storage, so nothing counts as stored.
    return null
  }
}

export function writeStored(name: string, value: string) {
  try {
    localStorage.setItem(`lapak.${name}`, value)
  } catch {
    // The storage is full or forbidden: continue without storing the value.
  }
}

/** State that is stored in this browser and survives a reload: a switch, a row density, a selection of columns. */
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
