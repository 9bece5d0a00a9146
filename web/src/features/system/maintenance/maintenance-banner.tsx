import { wib } from '@lapak/contract/shared/time-text'
import classes from '#features/system/maintenance/maintenance-banner.module.css'
import { useMaintenanceNotice } from '#features/system/maintenance/maintenance-notice.ts'

/** The current maintenance notice, shown on every page until it ends. */
export function MaintenanceBanner() {
  const notice = useMaintenanceNotice()
  return (
    <div role="status">
      {notice && (
        <p className={classes.banner}>
          <strong>{notice.text}</strong>
          {' · '}
          <span>
            {wib(new Date(notice.awal))} sampai {wib(new Date(notice.akhir))}.
            {notice.jedapesanan && ' Pesanan dihentikan sementara selama itu.'}
          </span>
        </p>
      )}
    </div>
  )
}
