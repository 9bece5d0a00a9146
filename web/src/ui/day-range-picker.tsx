import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/id'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { daysBefore, jakartaToday } from '#lib/days.ts'
import classes from '#ui/day-range-picker.module.css'

export interface DayRangeProps {
  /** Both dates are empty for all dates. */
  awal: string
  akhir: string
  onRange: (range: { awal: string; akhir: string }) => void
}

/** A calendar of dates in Jakarta with common ranges. */
export function DayRangePicker({ awal, akhir, onRange, pressed }: DayRangeProps & { pressed: boolean }) {
  // After the first click only the first date is known; the list keeps its dates until the second click.
  const [half, setHalf] = useState<string | null>(null)
  const place = useRef<HTMLButtonElement>(null)
  const wasPressed = useRef(pressed)
  useEffect(() => {
    if (!wasPressed.current) return
    wasPressed.current = false
    place.current?.focus()
    place.current?.click()
  }, [])
  const today = jakartaToday()
  return (
    <DatesProvider settings={{ locale: 'id', firstDayOfWeek: 1 }}>
      <DatePickerInput
        ref={place}
        type="range"
        size="sm"
        aria-label={awal === '' ? 'Rentang tanggal, semua hari' : `Rentang tanggal ${awal} sampai ${akhir}`}
        placeholder="Semua hari"
        allowSingleDateInRange
        valueFormat="YYYY/MM/DD"
        labelSeparator="–"
        leftSection={<IconCalendar size={16} aria-hidden />}
        maxDate={today}
        classNames={{ datePickerRoot: classes.picker, presetsList: classes.ranges }}
        presets={[
          { value: [today, today], label: 'Hari ini' },
          { value: [daysBefore(today, 1), daysBefore(today, 1)], label: 'Kemarin' },
          { value: [daysBefore(today, 6), today], label: '7 hari terakhir' },
          { value: [daysBefore(today, 29), today], label: '30 hari terakhir' },
        ]}
        ariaLabels={{ previousMonth: 'Bulan sebelumnya', nextMonth: 'Bulan berikutnya' }}
        popoverProps={{ withinPortal: true, shadow: 'md', onClose: () => setHalf(null) }}
        value={half ? [half, null] : [awal || null, akhir || null]}
        onChange={([first, last]) => {
          setHalf(last ? null : first)
          if (first && last) onRange({ awal: first, akhir: last })
        }}
      />
    </DatesProvider>
  )
}
