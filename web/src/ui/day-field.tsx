import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/id'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'

interface DayFieldProps {
  label: string
  value: string
  max: string
  onDay: (day: string) => void
}

/** One of Jakarta's days. A date field of the browser would speak the browser's language, not ours. */
export const DayField = ({ label, value, max, onDay }: DayFieldProps) => (
  <DatesProvider settings={{ locale: 'id', firstDayOfWeek: 1 }}>
    <DatePickerInput
      size="md"
      label={label}
      valueFormat="YYYY/MM/DD"
      leftSection={<IconCalendar size={16} aria-hidden />}
      maxDate={max}
      value={value}
      onChange={(day) => day && onDay(day)}
      ariaLabels={{ previousMonth: 'Bulan sebelumnya', nextMonth: 'Bulan berikutnya' }}
      popoverProps={{ withinPortal: true, shadow: 'md' }}
    />
  </DatesProvider>
)
