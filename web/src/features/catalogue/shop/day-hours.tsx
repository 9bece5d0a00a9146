import { NativeSelect, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import classes from '#features/catalogue/shop/day-hours.module.css'
import { type DayValues, weekdays } from '#features/catalogue/shop/shop-hours-values.ts'

const modes = [
  { value: 'jam', label: 'Jam tertentu' },
  { value: '24', label: '24 jam' },
  { value: 'tutup', label: 'Tutup' },
]

/** The hours of one weekday. */
export function DayHours<Values extends { days: DayValues[] }>({ nth, form }: { nth: number; form: UseFormReturnType<Values> }) {
  const name = weekdays[nth] ?? ''
  const day = form.values.days[nth]
  const time = (field: 'buka' | 'tutup') => ({ name: `days.${nth}.${field}`, type: 'time', ...form.getInputProps(`days.${nth}.${field}`) })
  return (
    <fieldset className={classes.day}>
      <Text component="legend" fw={600} className={classes.name}>
        {name}
      </Text>
      <NativeSelect aria-label={`${name}, buka`} data={modes} {...form.getInputProps(`days.${nth}.mode`)} />
      {day?.mode === 'jam' && (
        <div className={classes.times}>
          <TextInput aria-label={`${name}, dari jam`} {...time('buka')} />
          <span aria-hidden>–</span>
          <TextInput aria-label={`${name}, sampai jam`} {...time('tutup')} />
          {day.buka !== '' && day.tutup !== '' && day.tutup <= day.buka && (
            <Text size="sm" c="dimmed">
              sampai besoknya
            </Text>
          )}
        </div>
      )}
    </fieldset>
  )
}
