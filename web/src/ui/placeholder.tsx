import { TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'

/** A field that stands where one with a list or a calendar will, and whether it was pressed meanwhile: then that one opens once it is there. */
export function useStandIn(looks: Omit<TextInputProps, 'onFocus' | 'readOnly' | 'size'>): { field: ReactNode; pressed: boolean } {
  const [pressed, setPressed] = useState(false)
  return { field: <TextInput size="sm" readOnly {...looks} onFocus={() => setPressed(true)} />, pressed }
}

/** For a Select whose stand-in was pressed. */
export const openedBy = (pressed: boolean) => ({ autoFocus: pressed, defaultDropdownOpened: pressed })
