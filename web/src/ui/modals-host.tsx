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

/**
 * Reports that the host is mounted. Delayed until the provider has subscribed, because the effects of a parent run after the effects of its children.
 */
function There() {
  useEffect(() => void setTimeout(hostIsThere), [])
  return null
}
