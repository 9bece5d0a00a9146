import { TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { usePainted } from '#lib/first-paint.ts'
import classes from '#ui/day-range.module.css'
import type { DayRangeProps } from '#ui/day-range-picker.tsx'

const DayRangePicker = lazy(() => import('#ui/day-range-picker.tsx').then((module) => ({ default: module.DayRangePicker })))

/** First and last day of a list. The calendar is loaded behind the page; until then its field stands there already. */
export function DayRange(props: DayRangeProps) {
  const shown = props.awal === '' ? 'Semua hari' : `${props.awal.replaceAll('-', '/')} – ${props.akhir.replaceAll('-', '/')}`
  const field = (
    <TextInput size="sm" readOnly aria-label="Rentang tanggal" leftSection={<IconCalendar size={16} aria-hidden />} value={shown} />
  )
  const painted = usePainted()
  return (
    <div className={classes.range}>
      <Suspense fallback={field}>{painted ? <DayRangePicker {...props} /> : field}</Suspense>
    </div>
  )
}
