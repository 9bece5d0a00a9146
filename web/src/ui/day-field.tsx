import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/id'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'

interface DayFieldProps {
  label: string
  value: string | null
  max?: string
  error?: string | undefined
  /** The label for "no date". If it is set, the date can be cleared. */
  none?: string
  onDay: (day: string | null) => void
}

/** A field for a date in Jakarta. The browser's own date field is not used, because it would use the language of the browser. */
export const DayField = ({ label, value, max, error, none, onDay }: DayFieldProps) => (
  <DatesProvider settings={{ locale: 'id', firstDayOfWeek: 1 }}>
    <DatePickerInput
      size="md"
      label={label}
      valueFormat="YYYY/MM/DD"
      leftSection={<IconCalendar size={16} aria-hidden />}
      maxDate={max}
      value={value}
      error={error}
      placeholder={none}
      clearable={none !== undefined}
      clearButtonProps={{ 'aria-label': `Hapus ${label.toLowerCase()}` }}
      onChange={onDay}
      ariaLabels={{ previousMonth: 'Bulan sebelumnya', nextMonth: 'Bulan berikutnya' }}
      popoverProps={{ withinPortal: true, shadow: 'md' }}
    />
  </DatesProvider>
)
