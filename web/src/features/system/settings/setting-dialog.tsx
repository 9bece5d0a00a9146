import type { SettingRow } from '@lapak/contract/system/settings'
import { Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SettingForm } from '#features/system/settings/setting-form.tsx'
import { SettingHistory } from '#features/system/settings/setting-history.tsx'
import { boundsWord, valueWord } from '#features/system/settings/setting-labels.ts'
import { settingsQuery } from '#features/system/settings/settings.api.ts'
import { useFocusBack } from '#lib/use-focus-back.ts'
import { Facts } from '#ui/facts.tsx'

/** One rule: what it may be, a change of it, and every change before. */
export function SettingDialog({ name, waits, onClose }: { name: string; waits: boolean; onClose: () => void }) {
  useFocusBack()
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
        { label: 'Sekarang', value: valueWord(row, row.value) },
        { label: 'Bawaan', value: valueWord(row, row.default) },
        { label: 'Boleh', value: boundsWord(row) },
      ]}
    />
    {waits ? (
      <Text size="sm">Perubahan aturan ini menunggu admin kedua, di halaman Persetujuan.</Text>
    ) : (
      // Begins anew with what somebody else has made of it.
      <SettingForm key={row.version.toString()} row={row} onClose={onClose} />
    )}
    <SettingHistory row={row} />
  </Stack>
)
