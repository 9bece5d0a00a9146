import type { User } from '@lapak/contract/auth/access'
import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconId, IconSend } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useSendDocuments } from '#features/selling/seller-applications/seller-applications.api.ts'
import { ImageUpload } from '#features/system/uploads/image-upload.tsx'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { Card } from '#ui/card.tsx'
import { Section } from '#ui/section.tsx'

/** The form for the pictures that an administrator reviews (S-REG-02, S-REG-03). Pictures that were sent before and are not replaced stay valid. */
export function DocumentsForm({ user: { member, application }, onSuccess }: { user: User; onSuccess?: () => void }) {
  const sending = useSendDocuments()
  const { form, formProps, busy, unsent } = useServerForm({
    initialValues: { ktp: member.memberktp ?? '', npwp: member.membernpwp ?? '' },
    validate: { ktp: (address) => (address === '' ? 'Unggah foto KTP' : null) },
    send: ({ ktp, npwp }) => sending.mutateAsync({ ktp, npwp }),
    onSuccess,
  })
  useConfirmLeave(unsent, 'Dokumen belum dikirim. Tinggalkan halaman ini?')
  return (
    <form {...formProps} aria-label="Dokumen identitas">
      <Stack gap="lg">
        {application.reason !== null && (
          <Alert color="red" icon={<IconAlertTriangle size={20} />} title="Dokumen Anda belum bisa disetujui">
            <Text size="sm">Alasan: {application.reason}</Text>
            <Text size="sm">Perbaiki, lalu kirim lagi.</Text>
          </Alert>
        )}
        <Section
          title="Dokumen identitas"
          hint="Pembeli mempercayakan uangnya kepada suplier, jadi kami memastikan siapa Anda. Hanya Anda dan admin Lapak yang bisa melihat foto ini, dan setiap kali admin membukanya tercatat."
        >
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <Document
              of="foto KTP"
              address={form.values.ktp}
              error={form.errors.ktp}
              onChange={(address) => form.setFieldValue('ktp', address)}
            >
              <Text fw={600}>KTP</Text>
              <Text size="sm" c="dimmed" mb={8}>
                Seluruh kartu terlihat, tulisan terbaca, tanpa pantulan cahaya.
              </Text>
            </Document>
            <Document
              of="foto NPWP"
              address={form.values.npwp}
              error={form.errors.npwp}
              onChange={(address) => form.setFieldValue('npwp', address)}
              removable
            >
              <Text fw={600}>NPWP (opsional)</Text>
              <Text size="sm" c="dimmed" mb={8}>
                Bila Anda punya. Tanpa NPWP pun bisa disetujui.
              </Text>
            </Document>
          </SimpleGrid>
          <Group mt="lg">
            <Button type="submit" size="md" leftSection={<IconSend size={18} />} loading={busy}>
              Kirim dokumen
            </Button>
          </Group>
        </Section>
      </Stack>
    </form>
  )
}

interface DocumentProps {
  of: string
  address: string
  error: ReactNode
  onChange: (address: string) => void
  removable?: boolean
  children: ReactNode
}

const Document = ({ of, address, error, onChange, removable = false, children }: DocumentProps) => (
  <Card look="inset">
    <ImageUpload
      of={of}
      address={address || null}
      secret
      camera
      removable={removable}
      doneWord="Terunggah, belum dikirim"
      empty={<IconId size={32} aria-hidden />}
      onChange={(stored) => onChange(stored ?? '')}
    >
      {children}
    </ImageUpload>
    {error && (
      <Text size="sm" c="red.8" mt={8} role="alert">
        {error}
      </Text>
    )}
  </Card>
)
