import type { ErrorComponentProps } from '@tanstack/react-router'
import { useContext, useEffect } from 'react'
import { useReached } from '#lib/connectivity.ts'
import { NotLoaded } from '#lib/lazy-route.ts'
import classes from '#routes/alone.module.css'
import { InFrame } from '#routes/in-frame.ts'
import { ErrorState } from '#ui/states.tsx'
import { Wordmark } from '#ui/wordmark.tsx'

const notVisited = {
  title: 'Halaman ini perlu jaringan',
  message: 'Halaman ini belum pernah dibuka di perangkat ini. Dibuka sendiri begitu jaringan kembali.',
}
const broken = { title: 'Halaman gagal dibuka', message: 'Periksa koneksi internet Anda, lalu muat ulang halaman ini.' }

/** A part of the page could not be loaded (a new version was installed, or the network is gone), or it broke. */
export function NavigationFailed({ error }: Partial<ErrorComponentProps>) {
  const inFrame = useContext(InFrame)
  const reached = useReached()
  const missing = error instanceof NotLoaded
  useEffect(() => {
    if (error && !missing) console.error(error)
  }, [error, missing])
  useEffect(() => {
    if (missing && reached && mayReload()) void load()
  }, [missing, reached])
  const state = <ErrorState {...(missing && !reached ? notVisited : broken)} onRetry={load} />
  if (inFrame) return state
  return (
    <main className={classes.alone}>
      <Wordmark />
      {state}
    </main>
  )
}

/** By the newest build, since what is missing may be gone with an older one. */
const load = () =>
  import('#lib/new-version.ts').then(
    ({ renew }) => renew(),
    () => window.location.reload(),
  )

const reloadedKey = 'lapak.reloaded'
const onceInMs = 60_000

/** What is still missing then stays missing: the page does not go round in circles. */
function mayReload(): boolean {
  const before = Number(sessionStorage.getItem(reloadedKey) ?? 0)
  sessionStorage.setItem(reloadedKey, String(Date.now()))
  return Date.now() - before > onceInMs
}
