import { Alert, Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { Card } from '#ui/card.tsx'

/** Codes that replace the authenticator at sign-in; they are shown only this once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const clipboard = useClipboard({ timeout: 2_000 })
  const text = codes.join('\n')
  return (
    <Stack gap="md">
      <Alert color="orange" variant="light" icon={<IconAlertTriangle size={20} />}>
        Simpan kode ini sekarang; tidak akan ditampilkan lagi. Setiap kode menggantikan authenticator satu kali, misalnya saat ponsel Anda
        hilang.
      </Alert>
      <SimpleGrid component="ol" cols={2} spacing={8} aria-label="Kode pemulihan">
        {codes.map((code) => (
          <Card key={code} component="li" look="inset" p={8} ff="monospace" fz={15} ta="center">
            {code}
          </Card>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={clipboard.copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
          onClick={() => clipboard.copy(text)}
        >
          {clipboard.copied ? 'Tersalin' : 'Salin semua'}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={18} />} onClick={() => download(text)}>
          Unduh
        </Button>
      </Group>
    </Stack>
  )
}

function download(codes: string) {
  const address = URL.createObjectURL(new Blob([`Kode pemulihan Lapak\n\n${codes}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'kode-pemulihan-lapak.txt'
  link.click()
  URL.revokeObjectURL(address)
}
