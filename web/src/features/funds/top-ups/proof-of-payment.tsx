import type { TopUpTicket } from '@lapak/contract/funds/top-ups'
import { Text } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useSendProof } from '#features/funds/top-ups/top-ups.api.ts'
import { ImageUpload } from '#features/system/uploads/image-upload.tsx'
import { Section } from '#ui/section.tsx'

/** A picture that shows the payment, for a transfer that is not recognised by itself. It can be replaced, not taken away. */
export function ProofOfPayment({ ticket: { invoice, proof } }: { ticket: TopUpTicket }) {
  const send = useSendProof(invoice)
  return (
    <Section
      title="Sudah transfer?"
      hint="Saldo bertambah sendiri begitu transfer terlihat di bank. Bukti diperiksa hari kerja 08:00-17:00."
    >
      <ImageUpload
        of="bukti transfer"
        address={proof}
        secret
        removable={false}
        empty={<IconReceipt size={32} aria-hidden />}
        onChange={async (image) => {
          if (image !== null) await send.mutateAsync(image)
        }}
      >
        <Text size="sm">Hanya Anda dan admin Lapak yang bisa melihatnya.</Text>
      </ImageUpload>
    </Section>
  )
}
