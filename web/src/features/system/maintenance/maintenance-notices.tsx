import { wib } from '@lapak/contract/shared/time-text'
import type { PublishedNotice } from '@lapak/contract/system/maintenance'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { noticesQuery } from '#features/system/maintenance/maintenance.api.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/states.tsx'

const MaintenanceDialog = lazy(() =>
  import('#features/system/maintenance/maintenance-dialog.tsx').then((module) => ({ default: module.MaintenanceDialog })),
)

/** The current maintenance notice, and the earlier notices. */
export function MaintenanceNotices() {
  const { data, error, refetch } = useQuery(noticesQuery)
  const [asking, setAsking] = useState<'announce' | 'takeBack'>()
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={200} />
  const [newest, ...before] = data
  const isThere = newest !== undefined && newest.text !== '' && newest.akhir > new Date()
  const past = isThere ? before : data
  return (
    <Stack gap="md">
      <Card component="section" aria-label="Pengumuman sekarang">
        <Stack gap="sm">
          {isThere ? (
            <Notice of={newest} />
          ) : (
            <Text size="sm">Tidak ada pengumuman. Yang diumumkan tampil di setiap halaman, juga sebelum masuk.</Text>
          )}
          <Group gap="xs">
            <Button onClick={() => setAsking('announce')}>{isThere ? 'Ubah' : 'Umumkan'}</Button>
            {isThere && (
              <Button variant="default" onClick={() => setAsking('takeBack')}>
                Cabut
              </Button>
            )}
          </Group>
        </Stack>
      </Card>
      {past.length > 0 && (
        <Card component="section" aria-label="Riwayat pengumuman">
          <Stack gap="sm">
            {past.map((notice) => (
              <Notice key={notice.id.toString()} of={notice} />
            ))}
          </Stack>
        </Card>
      )}
      <Suspense>
        {asking && <MaintenanceDialog newest={newest} isWithdrawal={asking === 'takeBack'} onClose={() => setAsking(undefined)} />}
      </Suspense>
    </Stack>
  )
}

const Notice = ({ of: { text, awal, akhir, jedapesanan, createat, createby, reason } }: { of: PublishedNotice }) => (
  <div>
    <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
      {text === '' ? 'Dicabut' : text}
    </Text>
    {text !== '' && (
      <Text size="sm">
        {wib(awal)} sampai {wib(akhir)}
        {jedapesanan && ', pesanan dihentikan'}
      </Text>
    )}
    <Text size="sm" c="dimmed">
      {createby}, {wib(createat)}: {reason}
    </Text>
  </div>
)
