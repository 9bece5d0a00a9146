import type { QuietHours } from '@lapak/contract/system/notifications'
import { Button, Group, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { quietHoursQuery, useSetQuietHours } from '#features/system/notifications/notifications.api.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'

/** The setting of the quiet hours, in which no push messages are sent. */
export function QuietHoursPanel() {
  const { data, error, refetch } = useQuery(quietHoursQuery)
  return (
    <Section title="Jam tenang" hint="Di antara jam ini hanya kabar tentang uang dan keamanan yang dikirim; yang lain menyusul sesudahnya.">
      {data ? (
        <HoursForm key={`${data.tenangdari} ${data.tenangsampai}`} hours={data} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={60} />
      )}
    </Section>
  )
}

function HoursForm({ hours: { tenangdari, tenangsampai } }: { hours: QuietHours }) {
  const quiet = useSetQuietHours()
  const { field, form, formProps, busy } = useServerForm({
    initialValues: { tenangdari: tenangdari ?? '', tenangsampai: tenangsampai ?? '' },
    validate: {
      tenangsampai: (until, { tenangdari: from }) =>
        (from === '') !== (until === '') ? 'Isi mulai dan sampai' : from !== '' && from === until ? 'Harus lain dari mulai' : null,
    },
    send: (hours) => quiet.mutateAsync({ tenangdari: hours.tenangdari || null, tenangsampai: hours.tenangsampai || null }),
  })
  return (
    <form {...formProps}>
      <Group align="flex-start" gap="sm">
        <TextInput type="time" label="Mulai (WIB)" {...field('tenangdari')} />
        <TextInput type="time" label="Sampai (WIB)" {...field('tenangsampai')} />
        <Group gap="xs" mt={24}>
          <Button type="submit" loading={busy} disabled={!form.isDirty()}>
            Simpan
          </Button>
          {tenangdari !== null && (
            <Button variant="subtle" disabled={busy} onClick={() => quiet.mutate({ tenangdari: null, tenangsampai: null })}>
              Matikan jam tenang
            </Button>
          )}
        </Group>
      </Group>
    </form>
  )
}
