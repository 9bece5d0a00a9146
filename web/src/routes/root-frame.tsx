import { Outlet } from '@tanstack/react-router'
import { MaintenanceBanner } from '#features/maintenance/maintenance-banner.tsx'
import { NavigationBar } from '#ui/navigation-bar.tsx'
import { SnackbarPlace } from '#ui/snackbar-place.tsx'

/** What every screen has: the bar of a running navigation, the place for messages and what is announced to everybody. */
export function RootFrame() {
  return (
    <>
      <NavigationBar />
      <SnackbarPlace />
      <MaintenanceBanner />
      <Outlet />
    </>
  )
}
