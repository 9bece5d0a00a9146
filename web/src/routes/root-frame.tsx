import { Outlet } from '@tanstack/react-router'
import { NavigationBar } from '#ui/navigation-bar.tsx'
import { SnackbarPlace } from '#ui/snackbar-place.tsx'

/** What every screen has: the bar of a running navigation and the place for messages. */
export function RootFrame() {
  return (
    <>
      <NavigationBar />
      <SnackbarPlace />
      <Outlet />
    </>
  )
}
