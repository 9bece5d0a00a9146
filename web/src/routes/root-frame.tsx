import { Outlet } from '@tanstack/react-router'
import { MaintenanceBanner } from '#features/system/maintenance/maintenance-banner.tsx'
import { late } from '#ui/lazy.tsx'
import { NavigationBar } from '#ui/navigation-bar.tsx'
import { SnackbarPlace } from '#ui/snackbar-place.tsx'

const DeferredUi = late(async () => (await import('#routes/deferred-ui.tsx')).DeferredUi)

/** The frame of every screen: the progress bar of navigation, the messages, and the maintenance notice. */
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
