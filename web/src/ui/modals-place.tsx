import { lazy, Suspense } from 'react'
import { useModalsWanted } from '#ui/modals.ts'

const ModalsHost = lazy(() => import('#ui/modals-host.tsx'))

/** Where questions appear; mounted once by a page that asks any. */
export function ModalsPlace() {
  const wanted = useModalsWanted()
  return <Suspense>{wanted && <ModalsHost />}</Suspense>
}
