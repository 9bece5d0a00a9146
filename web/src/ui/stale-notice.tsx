import { Alert, Button } from '@mantine/core'
import { IconRefreshAlert } from '@tabler/icons-react'
import classes from '#ui/stale-notice.module.css'

/** A notice above outdated data, shown if the refresh failed. */
export function StaleNotice({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert color="red" variant="light" icon={<IconRefreshAlert size={18} />} className={classes.stale} role="status">
      <span>Pembaruan terakhir gagal; yang tampil adalah data sebelumnya.</span>
      <Button size="sm" variant="white" color="red" onClick={onRetry}>
        Coba lagi
      </Button>
    </Alert>
  )
}
