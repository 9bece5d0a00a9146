import { Outlet } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { MaintenanceBanner } from '#features/maintenance/maintenance-banner.tsx'
import { NavigationBar } from '#ui/navigation-bar.tsx'
import { SnackbarPlace } from '#ui/snackbar-place.tsx'

/** Without a network from the very first moment there is nothing more to show either. */
const Latecomers = lazy<ComponentType>(() => import('#routes/latecomers.tsx').catch(() => ({ default: () => null })))

/** What every screen has: the bar of a running navigation, the place for messages and what is announced to everybody. */
export function RootFrame() {
  return (
    <>
      <NavigationBar />
      <SnackbarPlace />
      <MaintenanceBanner />
      <Suspense>{useIsLoaded() && <Latecomers />}</Suspense>
      <Outlet />
    </>
  )
}

/** Once nothing of the first screen is waited for any more. */
function useIsLoaded(): boolean {
  const [loaded, setLoaded] = useState(document.readyState === 'complete')
  useEffect(() => {
    const onLoad = () => setLoaded(true)
    window.addEventListener('load', onLoad)
    return () => window.removeEventListener('load', onLoad)
  }, [])
  return loaded
}
