import { NavigationProgress, nprogress } from '@mantine/nprogress'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { SnackbarPlace } from '#ui/snackbar-place.tsx'

/** What every screen has: the bar of a running navigation and the place for messages. */
export function RootFrame() {
  useNavigationBar()
  return (
    <>
      <div role="status">
        <NavigationProgress size={3} color="orange" aria-label="Memuat halaman" withinPortal={false} />
      </div>
      <SnackbarPlace />
      <Outlet />
    </>
  )
}

function useNavigationBar() {
  const router = useRouter()
  useEffect(() => {
    const begun = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged) nprogress.start()
    })
    const ended = router.subscribe('onResolved', () => nprogress.complete())
    return () => {
      begun()
      ended()
    }
  }, [router])
}
