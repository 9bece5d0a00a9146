import { reasonAtLeast, reasonMissing } from '@lapak/contract/system/approvals'
import type { SettingRow } from '@lapak/contract/system/settings'
import { Button, NativeSelect, NumberInput, Stack, Textarea } from '@mantine/core'
import { boundsWord, unitOf } from '#features/system/settings/setting-labels.ts'
import { useChangeSetting } from '#features/system/settings/settings.api.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormEnd } from '#ui/form-end.tsx'
import { RupiahField } from '#ui/rupiah-field.tsx'

interface Values {
  /** Missing while the field is empty or cannot be read. */
  value: number | null
  reason: string
}

export function SettingForm({ row, onClose }: { row: SettingRow; onClose: () => void }) {
  const change = useChangeSetting(row)
  const { form, field, formProps, busy } = useServerForm<Values, unknown>({
    initialValues: { value: row.value, reason: '' },
    validate: {
      value: (value) => (value === null ? 'Tulis nilainya' : outside(row, value)),
      reason: (reason) => (reason.trim().length < reasonAtLeast ? reasonMissing : null),
    },
    send: ({ value, reason }) => change.mutateAsync({ value: value ?? row.value, reason }),
    onSent: onClose,
  })
  const { value } = form.values
  return (
    <form {...formProps}>
      <Stack gap="md">
        <ValueField
          row={row}
          value={value}
          error={form.errors.value as string | undefined}
          onChange={(next) => form.setFieldValue('value', next)}
        />
        <Textarea label="Alasan" size="md" autosize minRows={2} maxLength={300} {...field('reason')} />
        <FormEnd
          does="Simpan"
          busy={busy}
          ready={value !== row.value}
          secondary={
            row.value !== row.default && (
              <Button variant="subtle" mr="auto" disabled={busy} onClick={() => form.setFieldValue('value', row.default)}>
                Pakai bawaan
              </Button>
            )
          }
          onClose={onClose}
        />
      </Stack>
    </form>
  )
}

const outside = (row: SettingRow, value: number): string | null => (value < row.min || value > row.max ? `Pilih ${boundsWord(row)}` : null)

interface ValueFieldProps {
  row: SettingRow
  value: number | null
  error: string | undefined
  onChange: (value: number | null) => void
}

function ValueField({ row, value, error, onChange }: ValueFieldProps) {
  if (row.kind === 'choice')
    return (
      <NativeSelect
        label="Nilai baru"
        name="value"
        size="md"
        data={(row.choices ?? []).map((label, at) => ({ value: at.toString(), label }))}
        value={value?.toString()}
        error={error}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    )
  if (row.kind === 'rupiah')
    return (
      <RupiahField
        label="Nilai baru"
        name="value"
        value={value === null ? null : BigInt(value)}
        error={error}
        onChange={(money) => onChange(money === null || money === undefined ? null : Number(money))}
      />
    )
  return (
    <NumberInput
      label="Nilai baru"
      name="value"
      size="md"
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator="."
      decimalSeparator=","
      hideControls
      inputMode="numeric"
      rightSection={unitOf(row)}
      rightSectionWidth={88}
      value={value ?? ''}
      error={error}
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
    />
  )
}
