import { ModalsProvider } from '@mantine/modals'
import { useEffect } from 'react'
import { markHostMounted } from '#ui/modals.ts'

export function ModalsHost() {
  return (
    <ModalsProvider>
      <ReportMounted />
    </ModalsProvider>
  )
}

/**
 * Reports that the host is mounted. Delayed until the provider has subscribed, because the effects of a parent run after the effects of its children.
 */
function ReportMounted() {
  useEffect(() => void setTimeout(markHostMounted), [])
  return null
}
