import { wib } from '@lapak/contract/shared/time-text'
import { reasonAtLeast, reasonMissing } from '@lapak/contract/system/approvals'
import type { SettingRow } from '@lapak/contract/system/settings'
import { Button, Modal, NativeSelect, NumberInput, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { settingBoundsText, settingUnit, settingValueText } from '#features/system/settings/setting-labels.ts'
import classes from '#features/system/settings/setting-list.module.css'
import { settingHistoryQuery, settingsQuery, useChangeSetting } from '#features/system/settings/settings.api.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { Facts } from '#ui/facts.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { RupiahField } from '#ui/rupiah-field.tsx'
import { ErrorState } from '#ui/states.tsx'

/** One setting: its limits, a form to change it, and its history. */
export function SettingDialog({ name, waits, onClose }: { name: string; waits: boolean; onClose: () => void }) {
  useRestoreFocus()
  const { data } = useQuery(settingsQuery)
  const row = data?.find((one) => one.name === name)
  return (
    <Modal opened={row !== undefined} onClose={onClose} title="Ubah aturan" size="lg" closeOnClickOutside={false}>
      {row && <Content row={row} waits={waits} onClose={onClose} />}
    </Modal>
  )
}

const Content = ({ row, waits, onClose }: { row: SettingRow; waits: boolean; onClose: () => void }) => (
  <Stack gap="md">
    <div>
      <Text>{row.about}</Text>
      <Text size="xs" c="dimmed">
        {row.name}
      </Text>
    </div>
    <Facts
      facts={[
        { label: 'Sekarang', value: settingValueText(row, row.value) },
        { label: 'Bawaan', value: settingValueText(row, row.default) },
        { label: 'Boleh', value: settingBoundsText(row) },
      ]}
    />
    {waits ? (
      <Text size="sm">Perubahan aturan ini menunggu admin kedua, di halaman Persetujuan.</Text>
    ) : (
      // The key resets the form when another administrator has changed the setting.
      <SettingForm key={row.version.toString()} row={row} onClose={onClose} />
    )}
    <SettingHistory row={row} />
  </Stack>
)

/** The history of a setting: administrator, value, time and reason. */
function SettingHistory({ row }: { row: SettingRow }) {
  const { data, error, refetch } = useQuery(settingHistoryQuery(row.name))
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  return (
    <section aria-label="Riwayat perubahan">
      <Title order={3} size="h5" mb={8}>
        Riwayat perubahan
      </Title>
      {!data ? (
        <Skeleton height={64} />
      ) : data.length === 0 ? (
        <Text size="sm" c="dimmed">
          Belum pernah diubah
        </Text>
      ) : (
        <ul className={classes.history}>
          {data.map(({ id, before, after, by, reason, at }) => (
            <li key={id}>
              <Text size="sm" fw={600}>
                {settingValueText(row, before)} → {settingValueText(row, after)}
              </Text>
              <Text size="sm">{reason}</Text>
              <Text size="xs" c="dimmed">
                {by}, {wib(at)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

// — Setting form

interface Values {
  /** Null while the field is empty or invalid. */
  value: number | null
  reason: string
}

function SettingForm({ row, onClose }: { row: SettingRow; onClose: () => void }) {
  const change = useChangeSetting(row)
  const { form, field, formProps, busy } = useServerForm<Values, unknown>({
    initialValues: { value: row.value, reason: '' },
    validate: {
      value: (value) => (value === null ? 'Tulis nilainya' : outside(row, value)),
      reason: (reason) => (reason.trim().length < reasonAtLeast ? reasonMissing : null),
    },
    send: ({ value, reason }) => change.mutateAsync({ value: value ?? row.value, reason }),
    onSuccess: onClose,
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
        <FormActions
          submitLabel="Simpan"
          busy={busy}
          canSubmit={value !== row.value}
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

const outside = (row: SettingRow, value: number): string | null =>
  value < row.min || value > row.max ? `Pilih ${settingBoundsText(row)}` : null

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
      rightSection={settingUnit(row)}
      rightSectionWidth={88}
      value={value ?? ''}
      error={error}
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
    />
  )
}
