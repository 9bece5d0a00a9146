import { Outlet } from '@tanstack/react-router'
import { MaintenanceBanner } from '#features/system/maintenance/maintenance-banner.tsx'
import { late } from '#ui/lazy.tsx'
import { NavigationBar } from '#ui/navigation-bar.tsx'
import { SnackbarPlace } from '#ui/snackbar-place.tsx'

const DeferredUi = late(async () => (await import('#routes/deferred-ui.tsx')).DeferredUi)

/** What every screen has: the bar of a running navigation, the place for messages and what is announced to everybody. */
export function RootFrame() {
  return (
    <>
      <NavigationBar />
      <SnackbarPlace />
      <MaintenanceBanner />
      <DeferredUi />
      <Outlet />
    </>
  )
}
