import { ModalsProvider } from '@mantine/modals'
import { useEffect } from 'react'
import { hostIsThere } from '#ui/modals.ts'

export function ModalsHost() {
  return (
    <ModalsProvider>
      <There />
    </ModalsProvider>
  )
}

/** Delayed until the provider has subscribed, because the effects of a parent run after those of its children. */
function There() {
  useEffect(() => void setTimeout(hostIsThere), [])
  return null
}
