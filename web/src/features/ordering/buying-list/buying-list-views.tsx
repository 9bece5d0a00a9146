import type { Routing } from '@lapak/contract/shared/routing'
import { SegmentedControl } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLiveBuyingList } from '#features/ordering/buying-list/buying-list.live.ts'
import classes from '#features/ordering/buying-list/mapping.module.css'
import { routingLabels } from '#features/ordering/buying-list/routing-labels.ts'

type View = 'daftar' | 'perubahan'

interface ViewsProps {
  view: View
  onView: (view: View) => void
  /** The order in which sellers are tried; undefined until it is loaded. */
  routing: Routing | undefined
  /** The content of the selected tab. */
  children: ReactNode
}

/** The tabs of the buying list and of its price changes. */
export function BuyingListViews({ view, onView, routing, children }: ViewsProps) {
  useLiveBuyingList()
  return (
    <>
      <div className={classes.top}>
        <SegmentedControl
          aria-label="Tampilan"
          classNames={{ label: classes.view }}
          value={view}
          onChange={onView}
          data={[
            { value: 'daftar', label: 'Daftar' },
            { value: 'perubahan', label: 'Perubahan harga' },
          ]}
        />
        {routing && (
          <span className={classes.order}>
            <IconRoute size={18} aria-hidden />
            <span>
              Urutan suplier: <strong>{routingLabels[routing]}</strong>
            </span>
            <Link to="/profile" search={{ tab: 'api' }}>
              Ubah
            </Link>
          </span>
        )}
      </div>
      {children}
    </>
  )
}
