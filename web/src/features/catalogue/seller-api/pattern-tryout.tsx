import { type AnswerKind, answerKinds, tryoutMax } from '@lapak/contract/catalogue/seller-api'
import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useState } from 'react'
import { useTryOut } from '#features/catalogue/seller-api/seller-api.api.ts'
import { answerKindLabels } from '#features/catalogue/seller-api/server-labels.ts'
import { patternsOf, type ServerValues } from '#features/catalogue/seller-api/server-values.ts'
import { UnderstoodAnswer } from '#features/catalogue/seller-api/understood-answer.tsx'
import { Card } from '#ui/card.tsx'
import { FormGrid, Wide } from '#ui/form-grid.tsx'

/** What would be understood of an answer, with the patterns as they are typed now. It lies within the form, and is no part of it. */
export function PatternTryout({ values }: { values: ServerValues }) {
  const tryOut = useTryOut()
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
          <Wide>
            <Textarea
              label="Jawaban server"
              autosize
              minRows={3}
              maxRows={10}
              maxLength={tryoutMax}
              value={answer}
              onChange={(event) => setAnswer(event.currentTarget.value)}
            />
          </Wide>
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
