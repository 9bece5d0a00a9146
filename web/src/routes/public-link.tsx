import { type LinkProps, useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import link from '#ui/text-link.module.css'

/** A link between screens without a session. The router's own link component is not used, because it is as large as the whole form. */
export function PublicLink({ to, children }: { to: NonNullable<LinkProps['to']>; children: ReactNode }) {
  const router = useRouter()
  function go(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ to })
  }
  const preload = () => void router.preloadRoute({ to }).catch(() => undefined)
  return (
    <a href={to} className={link.link} onClick={go} onFocus={preload} onPointerEnter={preload}>
      {children}
    </a>
  )
}
