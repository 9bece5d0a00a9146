import { Outlet } from '@tanstack/react-router'
import { MaintenanceBanner } from '#features/system/maintenance/maintenance-banner.tsx'
import { deferredComponent } from '#ui/lazy.tsx'
import { NavigationBar } from '#ui/navigation-bar.tsx'
import { SnackbarContainer } from '#ui/snackbar-container.tsx'

const DeferredUi = deferredComponent(async () => (await import('#routes/deferred-ui.tsx')).DeferredUi)

/** The frame of every screen: the progress bar of navigation, the messages, and the maintenance notice. */
export function RootFrame() {
  return (
    <>
      <NavigationBar />
      <SnackbarContainer />
      <MaintenanceBanner />
      <DeferredUi />
      <Outlet />
    </>
  )
}
