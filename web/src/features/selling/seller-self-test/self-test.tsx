import {
  type SelfTestRunSituation,
  type SelfTestSituationName,
  type SelfTestVerdict,
  selfTestProduct,
  selfTestSituationNames,
  selfTestSituations,
} from '@lapak/contract/selling/seller-self-test'
import { wib } from '@lapak/contract/shared/time-text'
import { Alert, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconTestPipe } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { runningBadge, sourceLabels, verdictBadges, waitingBadge } from '#features/selling/seller-self-test/self-test-labels.ts'
import {
  isSelfTestRunning,
  type SelfTest as Known,
  type SituationTargets,
  selfTestQuery,
  useStartSelfTest,
} from '#features/selling/seller-self-test/seller-self-test.api.ts'
import { useLiveSelfTest } from '#features/selling/seller-self-test/seller-self-test.live.ts'
import { Card } from '#ui/card.tsx'
import { CardGrid } from '#ui/card-grid.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { openConfirmation } from '#ui/confirm.tsx'
import { FormGrid } from '#ui/form-grid.tsx'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

/** The self-test: runs ten situations on the seller's saved server. `ready` is true when the server is saved and tested. */
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
  const underWay = isSelfTestRunning(of)
  const ask = () => openConfirmation({ question, onYes: () => start.mutate({ situasi: asked(targets) }) })
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
        <CardGrid minCardWidth={440}>
          {selfTestSituationNames.map((name) => (
            <SelfTestSituation key={name} name={name} ran={of.uji?.situasi.find(({ situasi }) => situasi === name)} />
          ))}
        </CardGrid>
      </Stack>
    </Section>
  )
}

const question = 'Server Anda akan menerima beberapa pesanan uji yang tidak dibayar. Produk dan nomor ujinya sudah disiapkan?'

/** The initial values of the form, taken from the last run. */
const targetsOf = ({ uji }: Known): SituationTargets =>
  Object.fromEntries(
    selfTestSituationNames.map((name) => {
      const last = uji?.situasi.find(({ situasi }) => situasi === name)
      return [name, { kodeproduk: last?.kodeproduk ?? selfTestProduct, tujuan: last?.tujuan ?? selfTestSituations[name].target }]
    }),
  ) as SituationTargets

const asked = (targets: SituationTargets) => selfTestSituationNames.map((situasi) => ({ situasi, ...targets[situasi] }))

function summaryOf({ uji }: Known): string {
  if (uji === null) return 'Belum pernah diuji.'
  const done = uji.situasi.filter(({ hasil }) => hasil !== null)
  const now = uji.situasi.find(({ mulai, hasil }) => mulai !== null && hasil === null)
  if (uji.selesai === null)
    return `Sedang diuji, ${done.length} dari ${uji.situasi.length} selesai${now ? `: ${selfTestSituations[now.situasi].name}` : ''}. Halaman ini boleh ditinggalkan.`
  const many = (verdict: SelfTestVerdict) => done.filter(({ hasil }) => hasil === verdict).length
  const words = (Object.keys(verdictBadges) as SelfTestVerdict[])
    .filter((verdict) => many(verdict) > 0)
    .map((verdict) => `${many(verdict)} ${verdictBadges[verdict].label.toLowerCase()}`)
  return `Uji ${wib(uji.mulai)}: ${words.join(', ')}.`
}

// — Self test targets

interface TargetsProps {
  targets: SituationTargets
  onChange: (name: SelfTestSituationName, change: Partial<SituationTargets[SelfTestSituationName]>) => void
}

/** The product codes and targets that the seller has prepared on its own server for the test. */
const SelfTestTargets = ({ targets, onChange }: TargetsProps) => (
  <Stack gap="sm" mt="sm">
    <Text size="sm" c="dimmed">
      Buat di software Anda satu produk uji, dan nomor yang membawa server ke setiap situasi. Kode {selfTestProduct} yang tidak ada di
      server Anda akan ditolak, dan situasinya tidak dapat diuji. Kode yang dijual di toko Anda tidak boleh dipakai, karena barangnya bisa
      benar-benar terkirim.
    </Text>
    <FormGrid>
      {selfTestSituationNames.map((name) => (
        <Fragment key={name}>
          <TextInput
            label={`Kode produk, ${selfTestSituations[name].name}`}
            maxLength={60}
            error={errorIfEmpty(targets[name].kodeproduk)}
            value={targets[name].kodeproduk}
            onChange={(event) => onChange(name, { kodeproduk: event.currentTarget.value })}
          />
          <TextInput
            label={`Nomor tujuan, ${selfTestSituations[name].name}`}
            maxLength={100}
            error={errorIfEmpty(targets[name].tujuan)}
            value={targets[name].tujuan}
            onChange={(event) => onChange(name, { tujuan: event.currentTarget.value })}
          />
        </Fragment>
      ))}
    </FormGrid>
  </Stack>
)

const errorIfEmpty = (text: string) => (text.trim() === '' ? 'Please fill' : null)

const areFilled = (targets: SituationTargets): boolean =>
  Object.values(targets).every(({ kodeproduk, tujuan }) => errorIfEmpty(kodeproduk) === null && errorIfEmpty(tujuan) === null)

// — Self test situation

interface SituationProps {
  name: SelfTestSituationName
  /** The result of this situation in the last run, if there was a run. */
  ran: SelfTestRunSituation | undefined
}

/** One of the ten situations, with its result. */
const SelfTestSituation = ({ name, ran }: SituationProps) => (
  <Card component="li" look="inset" aria-label={selfTestSituations[name].name}>
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Text fw={650}>{selfTestSituations[name].name}</Text>
        {ran && <StatusBadge {...badgeOf(ran)} />}
      </Group>
      <Text size="sm" c="dimmed">
        {selfTestSituations[name].about}
      </Text>
      {ran?.saran && <Text size="sm">{ran.saran}</Text>}
      {ran && ran.langkah.length > 0 && <Conversation of={ran} />}
    </Stack>
  </Card>
)

const badgeOf = ({ hasil, mulai }: SelfTestRunSituation) => (hasil ? verdictBadges[hasil] : mulai ? runningBadge : waitingBadge)

/** All requests and answers of a situation, each with how Lapak parsed it and what it would do to a real order. */
const Conversation = ({ of: { kodeproduk, tujuan, reffid, langkah } }: { of: SelfTestRunSituation }) => (
  <details>
    <Text component="summary" size="sm">
      Percakapan, {langkah.length} langkah
    </Text>
    <Stack gap="sm" mt="xs">
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        Referensi {reffid}, produk {kodeproduk}, tujuan {tujuan}. Di bawah ini rahasia dan isian Anda ditulis ***.
      </Text>
      {langkah.map((step) => (
        <div key={`${step.at.getTime()} ${step.cara}`}>
          <Text size="sm" fw={600}>
            {sourceLabels[step.cara]}: {step.dipahami}
            {step.lamams !== null && <Took ms={step.lamams} />}
          </Text>
          <Text size="sm" c="dimmed">
            Pesanan sungguhan: {step.akibat}.{step.serialnumber && ` SN ${step.serialnumber}.`}
          </Text>
          <CodeBlock>{[step.permintaan, step.jawaban].filter(Boolean).join('\n\n')}</CodeBlock>
        </div>
      ))}
    </Stack>
  </details>
)

const Took = ({ ms }: { ms: number }) => (
  <Text span size="xs" c="dimmed" fw={400}>
    {' '}
    {ms.toLocaleString('id-ID')} ms
  </Text>
)
