import { TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'

/**
 * Returns a placeholder for a field whose list or calendar is loaded later, and whether the user pressed the placeholder. If so, the real field opens
 * when it is loaded.
 */
export function usePlaceholderField(looks: Omit<TextInputProps, 'onFocus' | 'readOnly' | 'size'>): { field: ReactNode; pressed: boolean } {
  const [pressed, setPressed] = useState(false)
  return { field: <TextInput size="sm" readOnly {...looks} onFocus={() => setPressed(true)} />, pressed }
}

/** The props with which a Select opens at once if its placeholder was pressed. */
export const openIfPressed = (pressed: boolean) => ({ autoFocus: pressed, defaultDropdownOpened: pressed })
