import type { ErrorComponentProps } from '@tanstack/react-router'
import { useContext } from 'react'
import classes from '#routes/alone.module.css'
import { InFrame } from '#routes/in-frame.ts'
import { ErrorState } from '#ui/states.tsx'
import { Wordmark } from '#ui/wordmark.tsx'

/** A part of the page could not be loaded (a new version was installed, or the network is gone), or it broke. */
export function NavigationFailed({ error }: Partial<ErrorComponentProps>) {
  const inFrame = useContext(InFrame)
  if (error) console.error(error)
  const state = (
    <ErrorState
      title="Halaman gagal dibuka"
      message="Periksa koneksi internet Anda, lalu muat ulang halaman ini."
      onRetry={() => window.location.reload()}
    />
  )
  if (inFrame) return state
  return (
    <main className={classes.alone}>
      <Wordmark />
      {state}
    </main>
  )
}
