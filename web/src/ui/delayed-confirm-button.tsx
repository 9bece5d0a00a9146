import { Button, type ButtonProps } from '@mantine/core'
import clsx from 'clsx'
import { type ComponentPropsWithoutRef, type MouseEvent, useEffect, useRef, useState } from 'react'
import classes from '#ui/delayed-confirm-button.module.css'

/** In milliseconds, longer than the time between the clicks of a double click. */
const settlesAfter = 500

type DelayedConfirmButtonProps = ButtonProps & ComponentPropsWithoutRef<'button'>

/**
 * The button that moves money. It may appear below a finger that is still pressing the button of the previous step, so a press counts only if it
 * began some time after the button was shown.
 */
export function DelayedConfirmButton({ onClick, className, ...props }: DelayedConfirmButtonProps) {
  const { settled, isMeant } = useSettledPress()
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

function useSettledPress() {
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
  // A click without a preceding pointer or key event, for example by a screen reader, counts as intended.
  return { settled, isMeant: () => settled && began.current === 'since' }
}
