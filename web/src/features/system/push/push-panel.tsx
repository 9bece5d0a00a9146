import type { PushState } from '@lapak/contract/system/push'
import { Button, Group, Skeleton, Switch, Text } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pushQuery, useSubscribePush, useTestPush, useUnsubscribePush } from '#features/system/push/push.api.ts'
import { pushSupport } from '#features/system/push/subscription.ts'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'

/** The setting of push messages in this browser, with a button that sends a test message. */
export function PushPanel() {
  const { data, error, refetch } = useQuery(pushQuery)
  return (
    <Section
      title="Notifikasi di perangkat ini"
      hint="Muncul juga saat Lapak tidak dibuka. Di layar terkunci hanya jenis kabarnya; saldo, kode, dan nomor tidak pernah ikut."
    >
      {data ? (
        <ThisDevice state={data} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={44} />
      )}
    </Section>
  )
}

function ThisDevice({ state: { kunci, perangkatini, jml } }: { state: PushState }) {
  const [subscribe, unsubscribe, test] = [useSubscribePush(), useUnsubscribePush(), useTestPush()]
  const reason = whyNot(kunci)
  if (kunci === null || reason)
    return (
      <Text size="sm" c="dimmed">
        {reason}
      </Text>
    )
  const on = perangkatini !== null
  return (
    <Group justify="space-between" gap="sm">
      <Switch
        label="Kirim ke perangkat ini"
        description={jml > 0 ? `Aktif di ${jml} perangkat Anda` : undefined}
        checked={on}
        disabled={subscribe.isPending || unsubscribe.isPending}
        onChange={() => (on ? unsubscribe.mutate() : subscribe.mutate(kunci))}
      />
      {on && (
        <Button variant="default" leftSection={<IconBellRinging size={18} />} loading={test.isPending} onClick={() => test.mutate()}>
          Kirim percobaan
        </Button>
      )}
    </Group>
  )
}

function whyNot(key: string | null): string | null {
  if (key === null) return 'Notifikasi push belum disiapkan di server ini.'
  const can = pushSupport()
  if (can === 'install')
    return 'Di iPhone dan iPad: ketuk Bagikan, lalu Tambah ke Layar Utama, buka Lapak dari sana, dan aktifkan di halaman ini.'
  return can === 'no' ? 'Peramban ini tidak mendukung notifikasi push. Coba Chrome, Edge, Firefox, atau Safari yang terbaru.' : null
}
