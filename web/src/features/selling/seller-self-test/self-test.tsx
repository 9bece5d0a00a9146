import { type SelfTestVerdict, selfTestProduct, selfTestSituationNames, selfTestSituations } from '@lapak/contract/selling/seller-self-test'
import { wib } from '@lapak/contract/shared/time-text'
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconTestPipe } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { verdictBadges } from '#features/selling/seller-self-test/self-test-labels.ts'
import { SelfTestSituation } from '#features/selling/seller-self-test/self-test-situation.tsx'
import { areFilled, SelfTestTargets } from '#features/selling/seller-self-test/self-test-targets.tsx'
import {
  isUnderWay,
  type SelfTest as Known,
  selfTestQuery,
  type Targets,
  useStartSelfTest,
} from '#features/selling/seller-self-test/seller-self-test.api.ts'
import { useLiveSelfTest } from '#features/selling/seller-self-test/seller-self-test.live.ts'
import { CardGrid } from '#ui/card-grid.tsx'
import { confirmFirst } from '#ui/confirm.tsx'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'

/** Ten situations to which the saved server is brought; `ready` once it is saved and tested. */
export function SelfTest({ ready }: { ready: boolean }) {
  const { data, error, refetch } = useQuery(selfTestQuery)
  useLiveSelfTest()
  if (data) return <Shown of={data} ready={ready} />
  return (
    <Section title={title} hint={hint}>
      {error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <Skeleton height={480} />}
    </Section>
  )
}

const title = 'Uji server'
const hint = 'Sepuluh situasi yang bisa terjadi, dan apa yang Lapak lakukan pada masing-masing.'

function Shown({ of, ready }: { of: Known; ready: boolean }) {
  const start = useStartSelfTest()
  const [targets, setTargets] = useState(() => targetsOf(of))
  const underWay = isUnderWay(of)
  const ask = () => confirmFirst({ question, onYes: () => start.mutate({ situasi: asked(targets) }) })
  return (
    <Section
      title={title}
      hint={hint}
      action={
        <Button
          leftSection={<IconTestPipe size={18} />}
          loading={start.isPending}
          disabled={!ready || underWay || !areFilled(targets)}
          onClick={ask}
        >
          Jalankan uji
        </Button>
      }
    >
      <Stack gap="md">
        <Alert color="orange" icon={<IconAlertTriangle size={20} />} title="Server Anda benar-benar ditanya">
          Pakai produk uji: pesanan ini bukan pesanan sungguhan, tidak mengubah saldo, dan tidak dibayar siapa pun. Referensinya selalu
          diawali {of.awalan}.
        </Alert>
        {!ready && (
          <Text size="sm" c="dimmed">
            Simpan server yang lulus test dulu, baru bisa diuji di sini.
          </Text>
        )}
        {!underWay && (
          <details>
            <Text component="summary" size="sm">
              Produk dan nomor uji
            </Text>
            <SelfTestTargets
              targets={targets}
              onChange={(name, change) => setTargets((now) => ({ ...now, [name]: { ...now[name], ...change } }))}
            />
          </details>
        )}
        <Text size="sm" role="status">
          {summaryOf(of)}
        </Text>
        <CardGrid least={440}>
          {selfTestSituationNames.map((name) => (
            <SelfTestSituation key={name} name={name} ran={of.uji?.situasi.find(({ situasi }) => situasi === name)} />
          ))}
        </CardGrid>
      </Stack>
    </Section>
  )
}

const question = 'Server Anda akan menerima beberapa pesanan uji yang tidak dibayar. Produk dan nomor ujinya sudah disiapkan?'

/** As in the last run, so that nobody types them twice. */
const targetsOf = ({ uji }: Known): Targets =>
  Object.fromEntries(
    selfTestSituationNames.map((name) => {
      const last = uji?.situasi.find(({ situasi }) => situasi === name)
      return [name, { kodeproduk: last?.kodeproduk ?? selfTestProduct, tujuan: last?.tujuan ?? selfTestSituations[name].target }]
    }),
  ) as Targets

const asked = (targets: Targets) => selfTestSituationNames.map((situasi) => ({ situasi, ...targets[situasi] }))

function summaryOf({ uji }: Known): string {
  if (uji === null) return 'Belum pernah diuji.'
  const done = uji.situasi.filter(({ hasil }) => hasil !== null)
  const now = uji.situasi.find(({ mulai, hasil }) => mulai !== null && hasil === null)
  if (uji.selesai === null)
    return `Sedang diuji, ${done.length} dari ${uji.situasi.length} selesai${now ? `: ${selfTestSituations[now.situasi].name}` : ''}. Halaman ini boleh ditinggalkan.`
  const many = (verdict: SelfTestVerdict) => done.filter(({ hasil }) => hasil === verdict).length
  const words = (Object.keys(verdictBadges) as SelfTestVerdict[])
    .filter((verdict) => many(verdict) > 0)
    .map((verdict) => `${many(verdict)} ${verdictBadges[verdict].word.toLowerCase()}`)
  return `Uji ${wib(uji.mulai)}: ${words.join(', ')}.`
}
