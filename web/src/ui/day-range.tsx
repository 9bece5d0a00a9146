import { TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import classes from '#ui/day-range.module.css'
import type { DayRangeProps } from '#ui/day-range-picker.tsx'

const DayRangePicker = lazy(() => import('#ui/day-range-picker.tsx').then((module) => ({ default: module.DayRangePicker })))

/** First and last day of a list. The calendar is loaded behind the page; until then its field stands there already. */
export function DayRange(props: DayRangeProps) {
  const shown = props.awal === '' ? 'Semua hari' : `${props.awal.replaceAll('-', '/')} – ${props.akhir.replaceAll('-', '/')}`
  return (
    <div className={classes.range}>
      <Suspense
        fallback={
          <TextInput size="sm" readOnly aria-label="Rentang tanggal" leftSection={<IconCalendar size={16} aria-hidden />} value={shown} />
        }
      >
        <DayRangePicker {...props} />
      </Suspense>
    </div>
  )
}
