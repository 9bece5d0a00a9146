import { Button, Group, Skeleton, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DayHours } from '#features/catalogue/shop/day-hours.tsx'
import { type ShopHours as Hours, shopHoursQuery, useSetShopHours } from '#features/catalogue/shop/shop.api.ts'
import {
  type DayValues,
  dayTimeError,
  dayValuesOf,
  missingDayError,
  toShopHours,
  weekdays,
} from '#features/catalogue/shop/shop-hours-values.ts'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'

/** The form for the hours in which the shop accepts orders while it is switched on. */
export function ShopHours() {
  const { data, error, refetch } = useQuery(shopHoursQuery)
  return (
    <Section title="Jam buka toko" hint="Di luar jam ini toko tampil tutup dan tidak menerima pesanan. Semua jam dalam WIB.">
      {data ? (
        <HoursForm hours={data} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={120} />
      )}
    </Section>
  )
}

interface Values {
  always: boolean
  days: DayValues[]
}

function HoursForm({ hours }: { hours: Hours }) {
  const set = useSetShopHours()
  const { form, formProps, busy, unsent } = useServerForm<Values, unknown>({
    initialValues: { always: hours.jambuka === null, days: dayValuesOf(hours.jambuka) },
    validate: { always: missingDayError, days: { buka: dayTimeError, tutup: dayTimeError } },
    send: ({ always, days }) => set.mutateAsync(always ? null : toShopHours(days)),
  })
  useConfirmLeave(unsent, 'Jam buka ini belum disimpan. Tinggalkan dan buang isiannya?')
  const { always, days } = form.values
  return (
    <form {...formProps} aria-label="Jam buka toko">
      <Stack gap="md">
        <Switch
          label="Selalu buka"
          description={
            always
              ? undefined
              : hours.bukasekarang
                ? 'Menurut jam yang tersimpan, sekarang buka.'
                : 'Menurut jam yang tersimpan, sekarang tutup.'
          }
          {...form.getInputProps('always', { type: 'checkbox' })}
        />
        {!always && days.map((_, nth) => <DayHours key={weekdays[nth]} nth={nth} form={form} />)}
        <Group gap="xs">
          <Button type="submit" disabled={!form.isDirty()} loading={busy}>
            Simpan jam buka
          </Button>
          {!always && (
            <Button variant="subtle" disabled={busy} onClick={() => form.setFieldValue('days', sameAsMonday(days))}>
              Samakan semua dengan Senin
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

const sameAsMonday = (days: DayValues[]) => days.map((day) => ({ ...(days[0] ?? day) }))
