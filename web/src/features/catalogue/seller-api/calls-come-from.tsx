import { Group, Text } from '@mantine/core'
import { CopyButton } from '#ui/copy-button.tsx'

/** What a server has to let in; many take orders from known addresses only. */
export const CallsComeFrom = ({ addresses }: { addresses: string[] }) =>
  addresses.length === 0 ? (
    <Text size="sm" c="dimmed">
      Bila server Anda hanya menerima alamat IP yang terdaftar, hubungi admin untuk alamat Lapak.
    </Text>
  ) : (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <Text size="sm">Lapak memanggil dari {addresses.join(', ')}. Izinkan alamat ini di server Anda.</Text>
      <CopyButton text={addresses.join(',')} label="Salin alamat Lapak" />
    </Group>
  )
