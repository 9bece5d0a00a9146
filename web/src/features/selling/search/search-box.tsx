import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { isMobile, normaliseTarget, toNationalMobile } from '#lib/targets.ts'
import { useShortcut } from '#lib/use-shortcut.ts'

interface SearchBoxProps {
  autoFocus?: boolean
  /** Whether the key `/` focuses the field while it is visible. */
  byKey?: boolean
  /** Called after the search results were opened. */
  onSearched?: () => void
}

/** The field that searches products and sellers; Enter opens the results. */
export function SearchBox({ autoFocus = false, byKey = false, onSearched }: SearchBoxProps) {
  const searched = useLocation({ select: ({ pathname, search }) => (pathname === '/cari' ? (search.cari ?? '') : '') })
  const [text, setText] = useState(searched)
  const [shown, setShown] = useState(searched)
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  useShortcut('/', () => (byKey ? field.current?.focus() : false))
  // The search in the URL has changed: another search was opened, or the results were closed.
  if (searched !== shown) {
    setShown(searched)
    setText(searched)
  }

  function search() {
    const cari = text.trim()
    if (!cari) return
    const target = toNationalMobile(normaliseTarget(cari))
    // For a complete mobile number, the purchase dialog opens above the search results.
    const number = isMobile(target) ? { beli: '1' as const } : {}
    void navigate({ to: '/cari', search: { cari, ...number }, state: isMobile(target) ? { buy: { target } } : {} })
    onSearched?.()
  }

  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          search()
        }}
      >
        <TextInput
          ref={field}
          size="sm"
          aria-keyshortcuts={byKey ? '/' : undefined}
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          aria-label="Cari Produk atau Suplier"
          placeholder="Cari Produk atau Suplier"
          maxLength={100}
          data-autofocus={autoFocus || undefined}
          autoFocus={autoFocus}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSectionPointerEvents="all"
          rightSection={
            text && (
              <CloseButton
                size="sm"
                aria-label="Kosongkan pencarian"
                onClick={() => {
                  setText('')
                  field.current?.focus()
                }}
              />
            )
          }
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </search>
  )
}
