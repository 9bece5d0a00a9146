import { supplierCodeMax } from '@lapak/contract/selling/offers'
import { TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import classes from '#features/selling/offers/edit-cell.module.css'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'

interface EditCellProps {
  /** The name of the field and its product, for example 'Harga jual S10'. */
  label: string
  /** The content of the cell while it is not being edited. */
  shown: ReactNode
  /** The initial text of the input. */
  text: string
  /** Whether the value is a code rather than a number. */
  isCode?: boolean
  /** Returns the reason why the text cannot be saved, or null. */
  wrong: (text: string) => string | null
  /** Resolves to false if the value was not saved; the typed text then stays in the cell. */
  save: (text: string) => Promise<boolean>
}

/**
 * A value of a row that is edited in place. Enter saves, Tab saves and moves to the next field, Escape reverts. Text that is not saved stays in the
 * cell and is marked.
 */
export function EditCell({ label, shown, text, isCode = false, wrong, save }: EditCellProps) {
  const [typed, setTyped] = useState<string>()
  const [left, setLeft] = useState(false)
  const [busy, setBusy] = useState(false)
  const changed = typed !== undefined && typed !== text
  useConfirmLeave(changed && !busy, `${label} belum disimpan. Tinggalkan dan buang isiannya?`)
  if (typed === undefined)
    return (
      <button
        type="button"
        className={classes.cell}
        aria-label={`Ubah ${label}`}
        onClick={(event) => {
          event.stopPropagation()
          setTyped(text)
        }}
      >
        {shown}
      </button>
    )

  const end = () => {
    setTyped(undefined)
    setLeft(false)
  }

  async function send(value: string) {
    if (wrong(value) !== null) return
    setBusy(true)
    const saved = await save(value).finally(() => setBusy(false))
    if (saved) end()
    else setLeft(true)
  }

  function press(event: KeyboardEvent) {
    if (typed === undefined || busy) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      return end()
    }
    if (event.key !== 'Enter' && event.key !== 'Tab') return
    if (event.key === 'Enter') event.preventDefault()
    if (changed) void send(typed)
    else if (event.key === 'Enter') end()
  }

  const error = wrong(typed) ?? (left && changed && !busy ? 'Belum disimpan: Enter menyimpan, Escape membatalkan' : null)
  return (
    <StopRowClick>
      <TextInput
        size="xs"
        autoFocus
        inputMode={isCode ? 'text' : 'numeric'}
        autoComplete="off"
        aria-label={label}
        maxLength={isCode ? supplierCodeMax : 20}
        value={typed}
        error={error}
        aria-busy={busy}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={() => (changed ? setLeft(true) : end())}
      />
    </StopRowClick>
  )
}

/** Keeps clicks on its content from opening the row. */
export const StopRowClick = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: what is in it has the keys
  // biome-ignore lint/a11y/useKeyWithClickEvents: likewise
  <div onClick={(event) => event.stopPropagation()}>{children}</div>
)
