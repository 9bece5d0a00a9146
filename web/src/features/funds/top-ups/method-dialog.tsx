import { reasonAtLeast, reasonMissing } from '@lapak/contract/system/approvals'
import { Checkbox, Modal, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type MethodSettings, methodSettingsQuery, useChangeMethod } from '#features/funds/top-ups/method-settings.api.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormActions } from '#ui/form-actions.tsx'
import { RupiahField } from '#ui/rupiah-field.tsx'

interface MethodDialogProps {
  id: string
  waits: boolean
  onClose: () => void
}

export function MethodDialog({ id, waits, onClose }: MethodDialogProps) {
  useRestoreFocus()
  const { data } = useQuery(methodSettingsQuery)
  const method = data?.find((one) => one.id.toString() === id)
  return (
    <Modal opened={method !== undefined} onClose={onClose} title={`Ubah ${method?.name ?? 'metode'}`} closeOnClickOutside={false}>
      {waits ? (
        <Text size="sm">Perubahan metode ini menunggu admin kedua, di halaman Persetujuan.</Text>
      ) : (
        // The key resets the form when another administrator changes the method.
        method && <MethodForm key={method.updateat.toISOString()} method={method} onClose={onClose} />
      )}
    </Modal>
  )
}

interface Values {
  accountno: string
  accountname: string
  feeflat: bigint | null | undefined
  feebasispoints: number | ''
  enabled: boolean
  reason: string
}

function MethodForm({ method, onClose }: { method: MethodSettings; onClose: () => void }) {
  const change = useChangeMethod(method)
  const { form, field, formProps, busy } = useServerForm<Values, unknown>({
    initialValues: {
      accountno: method.accountno,
      accountname: method.accountname,
      feeflat: method.feeflat,
      feebasispoints: method.feebasispoints,
      enabled: method.enabled,
      reason: '',
    },
    validate: {
      feeflat: (fee) => (fee === null || fee === undefined ? 'Tulis biayanya, 0 bila tidak ada' : null),
      feebasispoints: (fee) => (fee === '' ? 'Tulis biayanya, 0 bila tidak ada' : null),
      reason: (reason) => (reason.trim().length < reasonAtLeast ? reasonMissing : null),
    },
    send: ({ feeflat, feebasispoints, ...values }) =>
      change.mutateAsync({ ...values, feeflat: Number(feeflat ?? 0n), feebasispoints: Number(feebasispoints) }),
    onSuccess: onClose,
  })
  const { feeflat, feebasispoints } = form.values
  return (
    <form {...formProps}>
      <Stack gap="md">
        {method.channel === 'transfer' && (
          <>
            <TextInput
              label="Nomor rekening"
              size="md"
              inputMode="numeric"
              maxLength={20}
              description="Rekening lain menunggu admin kedua."
              {...field('accountno')}
            />
            <TextInput label="Nama pemilik rekening" size="md" maxLength={100} {...field('accountname')} />
          </>
        )}
        <RupiahField
          label="Biaya tetap"
          name="feeflat"
          value={feeflat}
          error={form.errors.feeflat as string | undefined}
          onChange={(money) => form.setFieldValue('feeflat', money)}
        />
        <NumberInput
          label="Biaya bagian (100 = 1%)"
          name="feebasispoints"
          size="md"
          allowDecimal={false}
          allowNegative={false}
          hideControls
          max={1_000}
          inputMode="numeric"
          value={feebasispoints}
          error={form.errors.feebasispoints}
          onChange={(next) => form.setFieldValue('feebasispoints', typeof next === 'number' ? next : '')}
        />
        <Checkbox label="Ditawarkan kepada member" {...form.getInputProps('enabled', { type: 'checkbox' })} />
        <Textarea label="Alasan" size="md" autosize minRows={2} maxLength={300} {...field('reason')} />
        <FormActions submitLabel="Simpan" canSubmit={form.isDirty()} busy={busy} onClose={onClose} />
      </Stack>
    </form>
  )
}
