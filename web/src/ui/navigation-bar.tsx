import { useRouterState } from '@tanstack/react-router'
import classes from '#ui/navigation-bar.module.css'

/** Runs at the top edge while another screen is on its way. Of our own for its weight, since the first page carries it. */
export function NavigationBar() {
  const runs = useRouterState({
    select: ({ status, location, resolvedLocation }) => status === 'pending' && location.pathname !== resolvedLocation?.pathname,
  })
  return <div role="status">{runs && <div role="progressbar" aria-label="Memuat halaman" className={classes.bar} />}</div>
}
