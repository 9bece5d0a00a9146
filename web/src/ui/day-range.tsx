import { IconCalendar } from '@tabler/icons-react'
import classes from '#ui/day-range.module.css'
import type { DayRangeProps } from '#ui/day-range-picker.tsx'
import { deferredComponent } from '#ui/lazy.tsx'
import { usePlaceholderField } from '#ui/use-placeholder-field.tsx'

const DayRangePicker = deferredComponent(async () => (await import('#ui/day-range-picker.tsx')).DayRangePicker)

/** The field for the first and last date of a list. The calendar is loaded after the page; a placeholder of the field is shown until then. */
export function DayRange(props: DayRangeProps) {
  const shown = props.awal === '' ? 'Semua hari' : `${props.awal.replaceAll('-', '/')} – ${props.akhir.replaceAll('-', '/')}`
  const { field, pressed } = usePlaceholderField({
    'aria-label': 'Rentang tanggal',
    leftSection: <IconCalendar size={16} aria-hidden />,
    value: shown,
  })
  return (
    <div className={classes.range}>
      <DayRangePicker eager={pressed} fallback={field} pressed={pressed} {...props} />
    </div>
  )
}
