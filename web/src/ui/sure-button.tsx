import { Button, type ButtonProps } from '@mantine/core'
import clsx from 'clsx'
import { type ComponentPropsWithoutRef, type MouseEvent, useEffect, useRef, useState } from 'react'
import classes from '#ui/sure-button.module.css'

/** Longer than the two clicks of a double click are apart. */
const settlesAfter = 500

type SureButtonProps = ButtonProps & ComponentPropsWithoutRef<'button'>

/**
 * The button that moves money. It may appear under a finger that is still busy with the step before, so a press counts
 * only when it began after the button had stood there for a moment.
 */
export function SureButton({ onClick, className, ...props }: SureButtonProps) {
  const { settled, isMeant } = useSettled()
  return (
    <Button
      color="orange"
      {...props}
      aria-disabled={!settled || undefined}
      data-settling={!settled || undefined}
      className={clsx(classes.button, className)}
      onClick={(event: MouseEvent<HTMLButtonElement>) => (isMeant() ? onClick?.(event) : event.preventDefault())}
    />
  )
}

function useSettled() {
  const [settled, setSettled] = useState(false)
  const began = useRef<'before' | 'since'>('since')
  useEffect(() => {
    let isSettled = false
    const timer = window.setTimeout(() => {
      isSettled = true
      setSettled(true)
    }, settlesAfter)
    const note = () => {
      began.current = isSettled ? 'since' : 'before'
    }
    window.addEventListener('pointerdown', note, true)
    window.addEventListener('keydown', note, true)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('pointerdown', note, true)
      window.removeEventListener('keydown', note, true)
    }
  }, [])
  // What presses without finger or key, as a screen reader may, began nowhere before.
  return { settled, isMeant: () => settled && began.current === 'since' }
}
