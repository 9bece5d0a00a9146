import type { ErrorComponentProps } from '@tanstack/react-router'
import { useContext, useEffect } from 'react'
import { useIsServerReachable, wasAlwaysReachable } from '#lib/connectivity.ts'
import { RouteLoadError } from '#lib/lazy-route.ts'
import classes from '#routes/alone.module.css'
import { InFrameContext } from '#routes/in-frame.ts'
import { ErrorState } from '#ui/states.tsx'
import { Wordmark } from '#ui/wordmark.tsx'

const notVisited = {
  title: 'Halaman ini perlu jaringan',
  message: 'Halaman ini belum pernah dibuka di perangkat ini. Dibuka sendiri begitu jaringan kembali.',
}
const broken = { title: 'Halaman gagal dibuka', message: 'Periksa koneksi internet Anda, lalu muat ulang halaman ini.' }

/** Shown if a part of the page failed, or could not be loaded because there is no network or a new version was deployed. */
export function NavigationFailed({ error }: Partial<ErrorComponentProps>) {
  const inFrame = useContext(InFrameContext)
  const reached = useIsServerReachable()
  const missing = error instanceof RouteLoadError
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

/** Reloads the document with the newest build, because the missing file may belong to an older build. */
const load = () =>
  import('#lib/app-update.ts').then(
    ({ reloadToUpdate }) => reloadToUpdate(),
    () => window.location.reload(),
  )

const reloadedKey = 'lapak.reloaded'
const onceInMs = 60_000

/**
 * Whether the document may be reloaded. If the network was not lost, the file is missing at the server: then at most once within a period, so that a
 * file that stays missing causes no endless loop.
 */
function mayReload(): boolean {
  if (!wasAlwaysReachable()) return true
  const before = Number(sessionStorage.getItem(reloadedKey) ?? 0)
  if (Date.now() - before <= onceInMs) return false
  sessionStorage.setItem(reloadedKey, String(Date.now()))
  return true
}
