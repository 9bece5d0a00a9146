import '@mantine/core/styles/List.layer.css'
import type { User } from '@lapak/contract/auth/access'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlugConnected, IconRefresh } from '@tabler/icons-react'
import { DocumentsForm } from '#features/selling/seller-applications/documents-form.tsx'
import { useLiveOwnApplication } from '#features/selling/seller-applications/seller-applications.live.ts'
import { Section } from '#ui/section.tsx'

/** The step in which the application waits for a decision. When an administrator has decided, the next step is shown automatically. */
export function WaitingStep({ user, onConnect }: { user: User; onConnect: () => void }) {
  useLiveOwnApplication()
  const [again, { open, close }] = useDisclosure()
  const { sentat } = user.application
  return (
    <Stack gap="lg">
      <Section title="Dokumen Anda sedang diperiksa" hint={sentat && `Dikirim ${wib(sentat)}`}>
        <Stack gap="md" role="status">
          <Text size="sm">
            Biasanya selesai dalam satu hari kerja (Senin-Jumat, 08:00-17:00 WIB). Halaman ini berubah sendiri begitu diputuskan, dan Anda
            mendapat e-mail.
          </Text>
          <List size="sm" spacing={4} pl={20} listStyleType="disc">
            <List.Item>Disetujui: Anda langsung menjadi suplier, lalu membuka toko. Server boleh dihubungkan sambil menunggu.</List.Item>
            <List.Item>Belum disetujui: alasannya tampil di sini, dan Anda bisa mengirim lagi.</List.Item>
          </List>
        </Stack>
        {!again && (
          <Group mt="md">
            <Button leftSection={<IconPlugConnected size={18} />} onClick={onConnect}>
              Hubungkan server sekarang
            </Button>
            <Button variant="default" leftSection={<IconRefresh size={18} />} onClick={open}>
              Ganti dokumen
            </Button>
          </Group>
        )}
      </Section>
      {again && <DocumentsForm user={user} onSuccess={close} />}
    </Stack>
  )
}
