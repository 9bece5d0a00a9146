import type { UserAccess as Access, UserDetail } from '@lapak/contract/backoffice/users'
import { wib } from '@lapak/contract/shared/time-text'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { userAgentLabel } from '#features/auth/access/agent-labels.ts'
import { userAccessQuery } from '#features/backoffice/users/users.api.ts'
import { Facts } from '#ui/facts.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Tag } from '#ui/tag.tsx'

/** The sessions of the member and the API keys of its software, without secrets. */
export function UserAccess({ of, id }: { of: UserDetail; id: string }) {
  const { data, error, refetch } = useQuery(userAccessQuery(id))
  const { twofactor, pin, verifyphone } = of.user
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          { label: 'Verifikasi dua langkah', value: twofactor ? 'Aktif' : 'Tidak aktif' },
          { label: 'PIN transaksi', value: pin ? 'Dipakai' : 'Tidak dipakai' },
          { label: 'Nomor telp', value: verifyphone ? 'Sudah diverifikasi' : 'Belum diverifikasi' },
        ]}
      />
      <Part title="Sesi" none="Tidak sedang masuk di mana pun" rows={data.sessions.map(sessionRow)} />
      <Part title="API key" none="Tidak ada API key" rows={data.keys.map(keyRow)} />
    </Stack>
  )
}

const Part = ({ title, none, rows }: { title: string; none: string; rows: ReactNode[] }) => (
  <section>
    <Text component="h3" fw={650} mb={8}>
      {title}
    </Text>
    {rows.length === 0 ? (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    ) : (
      <RowList aria-label={title}>{rows}</RowList>
    )}
  </section>
)

const sessionRow = ({ id, address, agent, createat, usedat }: Access['sessions'][number]) => (
  <Row key={id.toString()}>
    <Text size="sm" fw={600}>
      {userAgentLabel(agent)}
    </Text>
    <RowFacts>
      <span>{address ?? 'Alamat tidak dikenal'}</span>
      <span>Terakhir dipakai {wib(usedat)}</span>
      <span>Masuk {wib(createat)}</span>
    </RowFacts>
  </Row>
)

const keyRow = ({ id, name, hint, test, ip, createat, usedat, restingat }: Access['keys'][number]) => (
  <Row key={id.toString()}>
    <Text size="sm" fw={600}>
      {name} {test && <Tag>Uji coba</Tag>} {restingat && <Tag>Istirahat</Tag>}
    </Text>
    <RowFacts>
      <span>{hint}</span>
      <span>{ip === '' ? 'Dari semua alamat' : `Dari ${ip}`}</span>
      <span>Dibuat {wib(createat)}</span>
      <span>{usedat === null ? 'Belum pernah dipakai' : `Terakhir dipakai ${wib(usedat)}`}</span>
    </RowFacts>
  </Row>
)
