import { useRouterState } from '@tanstack/react-router'
import classes from '#ui/navigation-bar.module.css'

/** The progress bar at the top while another screen is loading. It is not a library component, to be small: the first page loads it. */
export function NavigationBar() {
  const runs = useRouterState({
    select: ({ status, location, resolvedLocation }) => status === 'pending' && location.pathname !== resolvedLocation?.pathname,
  })
  return <div role="status">{runs && <div role="progressbar" aria-label="Memuat halaman" className={classes.bar} />}</div>
}
