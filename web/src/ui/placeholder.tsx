import { TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'

/** A placeholder of a field whose list or calendar is loaded later, and whether it was pressed: if so, the real field opens when it is loaded. */
export function useStandIn(looks: Omit<TextInputProps, 'onFocus' | 'readOnly' | 'size'>): { field: ReactNode; pressed: boolean } {
  const [pressed, setPressed] = useState(false)
  return { field: <TextInput size="sm" readOnly {...looks} onFocus={() => setPressed(true)} />, pressed }
}

/** Props for a Select whose placeholder was pressed. */
export const openedBy = (pressed: boolean) => ({ autoFocus: pressed, defaultDropdownOpened: pressed })
