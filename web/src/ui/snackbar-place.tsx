import { lazy, Suspense } from 'react'
import { useSnackbarWanted } from '#ui/snackbar.ts'

const SnackbarHost = lazy(() => import('#ui/snackbar-host.tsx'))

/** Where messages appear; mounted once, by the root. */
export function SnackbarPlace() {
  const wanted = useSnackbarWanted()
  return <Suspense>{wanted && <SnackbarHost />}</Suspense>
}
