import { useState } from 'react'

/** A small preference of this browser. */
export function readRemembered(name: string): string | null {
  return localStorage.getItem(`lapak.${name}`)
}

export function remember(name: string, value: string) {
  localStorage.setItem(`lapak.${name}`, value)
}

/** State that survives a reload: a switch, a density, a choice of columns. */
export function useRemembered<Value extends string>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => (readRemembered(name) as Value | null) ?? initial)
  return [
    value,
    (next) => {
      remember(name, next)
      setValue(next)
    },
  ]
}
