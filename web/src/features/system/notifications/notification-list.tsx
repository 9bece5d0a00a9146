import { wib } from '@lapak/contract/shared/time-text'
import type { NotificationRow } from '@lapak/contract/system/notifications'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { kindIcon } from '#features/system/notifications/kind-icon.ts'
import classes from '#features/system/notifications/notification-list.module.css'
import { notificationsQuery, useMarkNotificationRead } from '#features/system/notifications/notifications.api.ts'
import { relativeTime } from '#lib/relative-time.ts'
import { LoadMore } from '#ui/load-more.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

/** The notifications, newest first; each notification links to its subject. */
export function NotificationList({ onLeave }: { onLeave?: () => void }) {
  const list = useInfiniteQuery(notificationsQuery)
  const { data, error, refetch } = list
  if (!data)
    return error ? (
      <ErrorState title="Notifikasi belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
    ) : (
      <TextSkeleton />
    )
  const rows = data.pages.flatMap(({ content }) => content)
  if (rows.length === 0)
    return (
      <EmptyState icon={IconBell} title="Belum ada notifikasi" hint="Kabar tentang topup, transaksi, dan keamanan akun tampil di sini." />
    )
  return (
    <>
      <ul className={classes.list} aria-label="Daftar notifikasi">
        {rows.map((row) => (
          <li key={row.id}>
            <NotificationLine row={row} onLeave={onLeave} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  )
}

function NotificationLine({ row, onLeave }: { row: NotificationRow; onLeave: (() => void) | undefined }) {
  const { id, jenis, judul, teks, tautan, jml, createat, dibaca } = row
  const router = useRouter()
  const read = useMarkNotificationRead()
  const Icon = kindIcon[jenis]
  // Clicks with a modifier key, which open a new tab or window, are left to the browser.
  function follow(event: MouseEvent) {
    if (!dibaca) read.mutate(id)
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onLeave?.()
    router.history.push(tautan)
  }
  return (
    <a href={tautan} className={classes.row} data-unread={!dibaca || undefined} onClick={follow}>
      <span className={classes.icon}>
        <Icon size={20} aria-hidden />
      </span>
      <span className={classes.words}>
        <span className={classes.title}>
          {judul}
          {jml > 1 && ` (${jml}×)`}
        </span>
        <span className={classes.text}>{teks}</span>
        <time className={classes.when} dateTime={createat.toISOString()} title={wib(createat)}>
          {relativeTime(createat)}
        </time>
      </span>
      {!dibaca && (
        <span className={classes.dot}>
          <VisuallyHidden>Belum dibaca</VisuallyHidden>
        </span>
      )}
    </a>
  )
}

const TextSkeleton = () => (
  <div className={classes.skeletonLines}>
    {[1, 2, 3, 4].map((place) => (
      <Skeleton key={place} height={68} />
    ))}
  </div>
)
