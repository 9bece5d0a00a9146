import { type HealthAlert, type HealthStep, healthMatters } from '@lapak/contract/backoffice/health'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { alertInstructions, solutionLinkOf } from '#features/backoffice/health/alert-labels.ts'
import { AlertState } from '#features/backoffice/health/alert-state.tsx'
import { type AlertStep, useAlertStep } from '#features/backoffice/health/health.api.ts'
import { relativeTime } from '#lib/relative-time.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { type Fact, Facts } from '#ui/facts.tsx'
import { ReasonForm } from '#ui/reason-form.tsx'
import link from '#ui/text-link.module.css'

/** The details of an alert, the first steps to take, and the form for the note with which an administrator takes or ends the alert. */
export function AlertDialog({ of, onClose }: { of: HealthAlert; onClose: () => void }) {
  useRestoreFocus()
  const [step, setStep] = useState<AlertStep>()
  const way = solutionLinkOf(of)
  return (
    <Modal opened onClose={onClose} title={`Peringatan ${of.id}`}>
      <Stack gap="md">
        <Facts facts={factsOf(of)} />
        {of.endedat === null && <Text size="sm">{alertInstructions[of.matter]}</Text>}
        {way && (
          <Link to={way.to} search={way.search} className={link.link}>
            {way.label}
          </Link>
        )}
        {of.endedat === null &&
          (step ? (
            <StepForm key={step} of={of} step={step} onBack={() => setStep(undefined)} onDone={onClose} />
          ) : (
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={() => setStep('end')}>
                Akhiri
              </Button>
              <Button onClick={() => setStep('take')}>{of.takenby === null ? 'Saya tangani' : 'Ambil alih'}</Button>
            </Group>
          ))}
      </Stack>
    </Modal>
  )
}

const words: Record<AlertStep, { label: string; hint: string; send: string }> = {
  take: { label: 'Apa yang Anda lakukan', hint: 'Admin lain melihatnya', send: 'Ambil' },
  end: {
    label: 'Bagaimana selesainya',
    hint: 'Bila keadaannya tetap buruk, peringatan dibuka lagi setelah beberapa jam',
    send: 'Akhiri peringatan',
  },
}

interface StepFormProps {
  of: HealthAlert
  step: AlertStep
  onBack: () => void
  onDone: () => void
}

function StepForm({ of, step, onBack, onDone }: StepFormProps) {
  const saying = useAlertStep(of, step)
  const { label, hint, send } = words[step]
  return (
    <ReasonForm
      label={label}
      hint={hint}
      submitLabel={send}
      send={(reason) => saying.mutateAsync(reason)}
      onSuccess={onDone}
      onClose={onBack}
    />
  )
}

const stepWords: Record<HealthStep, string> = { opened: 'Dibuka', taken: 'Diambil', ended: 'Diakhiri' }

const factsOf = (of: HealthAlert): Fact[] => [
  { label: 'Status', value: <AlertState of={of} /> },
  { label: 'Peringatan', value: healthMatters[of.matter] },
  { label: 'Keadaan', value: of.message },
  { label: 'Baik sejak', value: of.endedat === null && of.baiksejak && `${wib(of.baiksejak)} (${relativeTime(of.baiksejak)})` },
  ...of.langkah.map(({ step, at, by, word }) => ({
    label: stepWords[step],
    value: step === 'opened' ? wib(at) : `${wib(at)}, ${by ?? 'sendiri'}: ${word}`,
  })),
]
