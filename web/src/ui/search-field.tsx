import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import clsx from 'clsx'
import { useState } from 'react'
import classes from '#ui/search-field.module.css'

const quietFor = 350

interface SearchFieldProps {
  value: string
  label: string
  onSearch: (text: string) => void
  /** Why the server refused the search. */
  refused?: string | undefined
  /** Whether the field takes the full width. */
  wide?: boolean
}

/** The search field of a list. The search is sent when the user pauses typing or presses Enter, and is cleared with one tap. */
export function SearchField({ value, label, onSearch, refused, wide = false }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  const later = useDebouncedCallback(onSearch, quietFor)
  // The search in the URL was changed elsewhere (back button, another tab of the page), so it replaces the typed text.
  if (value !== shown) {
    setShown(value)
    setText(value)
  }

  function search(next: string) {
    setText(next)
    later(next.trim())
  }

  return (
    <TextInput
      size="sm"
      type="search"
      className={clsx(classes.field, wide && classes.wide)}
      aria-label={label}
      placeholder={label}
      maxLength={100}
      error={refused}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSectionPointerEvents="all"
      rightSection={text && <CloseButton size="sm" aria-label="Kosongkan pencarian" onClick={() => search('')} />}
      value={text}
      onChange={(event) => search(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && onSearch(text.trim())}
    />
  )
}
