import { wib } from '@lapak/contract/time-text'
import classes from '#features/maintenance/maintenance-banner.module.css'
import { useNotice } from '#features/maintenance/notice.ts'

/** What is announced to everybody, on every page, until it is over. */
export function MaintenanceBanner() {
  const notice = useNotice()
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
