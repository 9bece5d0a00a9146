import '#ui/styles.ts'
import '#lib/install-prompt.ts'
import '#ui/color-scheme.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchFirstPaint } from '#lib/first-paint.ts'
import { queryClient } from '#lib/queries.ts'
import { router } from '#routes/router.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its root element')

function start(place: HTMLElement) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

// The content of index.html stays visible until the first screen can replace it.
void router.load().finally(() => {
  start(root)
  void watchFirstPaint(queryClient)
})
