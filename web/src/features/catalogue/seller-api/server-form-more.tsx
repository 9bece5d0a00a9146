import {
  type AnswerKind,
  answerKinds,
  patternNames,
  type sellerApiCalls,
  templateNames,
  tryoutMax,
} from '@lapak/contract/catalogue/seller-api'
import type { DataOf } from '@lapak/contract/shared/call'
import { rupiahText } from '@lapak/contract/shared/money'
import { addressListMax } from '@lapak/contract/shared/wire'
import { Button, Collapse, Group, NativeSelect, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconCircleCheck, IconCircleX, IconClock, IconFlask, IconHelpCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useTryPatterns } from '#features/catalogue/seller-api/seller-api.api.ts'
import { answerKindLabels, patternLabels, templateHints, templateLabels } from '#features/catalogue/seller-api/server-labels.ts'
import type { ServerValues } from '#features/catalogue/seller-api/server-values.ts'
import { patternsOf } from '#features/catalogue/seller-api/server-values.ts'
import { Card } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { FormGrid, FullWidth } from '#ui/form-grid.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

interface ServerFormMoreProps {
  values: ServerValues
  field: (name: keyof ServerValues) => object
  errors: Record<string, ReactNode>
}

/** Settings that most sellers never change, collapsed by default. A server without a standard protocol requires these settings. */
export function ServerFormMore({ values, field, errors }: ServerFormMoreProps) {
  const { jenisapi: type } = values
  const [unfolded, setUnfolded] = useState(false)
  const id = useId()
  const wrongWithin = Object.keys(errors).some((name) => isWithin(name))
  useEffect(() => {
    if (wrongWithin || type === '3') setUnfolded(true)
  }, [wrongWithin, type])
  return (
    <>
      <Button
        variant="subtle"
        aria-expanded={unfolded}
        aria-controls={id}
        rightSection={unfolded ? <IconChevronUp size={18} /> : <IconChevronDown size={18} />}
        onClick={() => setUnfolded(!unfolded)}
      >
        Pengaturan lanjutan
      </Button>
      <Collapse expanded={unfolded} id={id} mt={unfolded ? 'md' : 0}>
        <FormGrid>
          <NumberInput {...wholeNumber} label="Batas waktu (detik)" min={1} max={120} {...field('timeoutms')} />
          <NumberInput {...wholeNumber} label="Pesanan berjalan paling banyak" min={1} max={500} {...field('maxinflight')} />
          <FullWidth>
            <TextInput
              label="Alamat IP laporan"
              description="Dari mana laporan boleh datang, dipisah koma. Kosong: dari mana saja, asalkan tahu alamat laporannya."
              maxLength={addressListMax}
              {...field('reportaddresses')}
            />
          </FullWidth>
          <FullWidth>
            <Heading title="Alamat sendiri" hint={templateHints[type]} />
          </FullWidth>
          {templateNames.map((name) => (
            <FullWidth key={name}>
              <TextInput label={templateLabels[name]} maxLength={500} {...field(`templates_${name}`)} />
            </FullWidth>
          ))}
          <FullWidth>
            <Heading title="Pola jawaban" hint="Regular expression (RE2) untuk jawaban berupa teks. Kosong: pola yang lazim dipakai." />
          </FullWidth>
          {patternNames.map((name) => (
            <TextInput key={name} label={patternLabels[name]} maxLength={300} {...field(`patterns_${name}`)} />
          ))}
          <FullWidth>
            <PatternTryout values={values} />
          </FullWidth>
        </FormGrid>
      </Collapse>
    </>
  )
}

const Heading = ({ title, hint }: { title: string; hint: string }) => (
  <Stack gap={2}>
    <Text fw={600}>{title}</Text>
    <Text size="sm" c="dimmed">
      {hint}
    </Text>
  </Stack>
)

const wholeNumber = {
  size: 'md',
  allowNegative: false,
  allowDecimal: false,
  clampBehavior: 'blur',
  inputMode: 'numeric',
  hideControls: true,
} as const

const isWithin = (name: string) => name.includes('_') || ['timeoutms', 'maxinflight', 'reportaddresses'].includes(name)

// — Pattern tryout

/**
 * Shows how an answer would be parsed with the patterns that are typed now. The component is placed inside the form, but its fields are not part of
 * the form.
 */
function PatternTryout({ values }: { values: ServerValues }) {
  const tryOut = useTryPatterns()
  const [answers, setAnswers] = useState<AnswerKind>('order')
  const [answer, setAnswer] = useState('')
  const [reference, setReference] = useState('')
  const [target, setTarget] = useState('')
  const ask = () =>
    tryOut.mutate({
      jenisapi: Number(values.jenisapi) as 1 | 2 | 3,
      patterns: patternsOf(values),
      answers,
      answer,
      reference: reference.trim(),
      target: target.trim(),
    })
  return (
    <Card look="inset" component="section" aria-label="Coba pola">
      <Stack gap="md">
        <div>
          <Text fw={600}>Coba pola</Text>
          <Text size="sm" c="dimmed">
            Tempel jawaban server Anda dan lihat apa yang dipahami dengan pola yang sedang diketik. Tidak ada yang dikirim atau disimpan.
          </Text>
        </div>
        <FormGrid columns={3}>
          <NativeSelect
            label="Jawaban atas"
            size="md"
            data={answerKinds.map((value) => ({ value, label: answerKindLabels[value] }))}
            value={answers}
            onChange={(event) => setAnswers(event.currentTarget.value as AnswerKind)}
          />
          <TextInput
            label="Nomor referensi (opsional)"
            maxLength={100}
            value={reference}
            onChange={(event) => setReference(event.currentTarget.value)}
          />
          <TextInput
            label="Nomor tujuan (opsional)"
            maxLength={100}
            value={target}
            onChange={(event) => setTarget(event.currentTarget.value)}
          />
          <FullWidth>
            <Textarea
              label="Jawaban server"
              autosize
              minRows={3}
              maxRows={10}
              maxLength={tryoutMax}
              value={answer}
              onChange={(event) => setAnswer(event.currentTarget.value)}
            />
          </FullWidth>
        </FormGrid>
        <Group>
          <Button
            variant="default"
            leftSection={<IconFlask size={18} />}
            disabled={answer.trim() === ''}
            loading={tryOut.isPending}
            onClick={ask}
          >
            Coba
          </Button>
        </Group>
        {tryOut.error && (
          <Text size="sm" c="red.8" role="alert">
            {tryOut.error.message}
          </Text>
        )}
        {tryOut.data && !tryOut.error && <UnderstoodAnswer of={tryOut.data} />}
      </Stack>
    </Card>
  )
}

// — Understood answer

type Understood = DataOf<typeof sellerApiCalls.tryOut>

const UnderstoodAnswer = ({ of }: { of: Understood }) => (
  <section aria-label="Yang dipahami" aria-live="polite">
    <Facts
      facts={[
        { label: 'Status', value: <StatusBadge {...stateLabels[of.state]} /> },
        { label: 'Serial number', value: of.serialnumber, code: true },
        { label: 'Nama pelanggan', value: of.customername },
        { label: 'Tagihan', value: of.price !== null && rupiahText(of.price) },
        { label: 'Saldo', value: of.balance !== null && rupiahText(of.balance) },
        { label: 'Nomor di server', value: of.supplierreference, code: true },
        { label: 'Keterangan', value: of.message },
      ].map((fact) => ({ ...fact, value: fact.value || null }))}
    />
  </section>
)

const stateLabels = {
  success: { colour: 'green', icon: IconCircleCheck, label: 'Sukses' },
  known: { colour: 'green', icon: IconCircleCheck, label: 'Saldo terbaca' },
  found: { colour: 'green', icon: IconCircleCheck, label: 'Tagihan terbaca' },
  pending: { colour: 'blue', icon: IconClock, label: 'Diproses' },
  failed: { colour: 'red', icon: IconCircleX, label: 'Gagal' },
  refused: { colour: 'red', icon: IconCircleX, label: 'Permintaan ditolak' },
  'not-found': { colour: 'orange', icon: IconHelpCircle, label: 'Tidak ditemukan' },
  unknown: { colour: 'orange', icon: IconHelpCircle, label: 'Tidak dikenali' },
} as const
