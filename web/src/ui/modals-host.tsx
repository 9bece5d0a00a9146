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

/** After the provider began to listen, whose effects follow those of what it holds. */
function There() {
  useEffect(() => void setTimeout(hostIsThere), [])
  return null
}
