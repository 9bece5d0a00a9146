import type { User } from '@lapak/contract/auth/access'
import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { releasePhone } from '#features/members/members/members.api.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { Row, RowList } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'
import { showSuccess } from '#ui/snackbar.ts'

/**
 * The verified phone number, to which one-time codes are sent. The member can remove a recently verified number from the account: an intruder may
 * have verified their own number to read the codes.
 */
export function VerifiedPhone({ user }: { user: User }) {
  const release = useMutation({ mutationFn: releasePhone, onSuccess: showSuccess })
  const { memberphone } = user.member
  const ask = () =>
    openConfirmation({
      question: `Lepas nomor ${memberphone}? Kode OTP dikirim ke e-mail sampai Anda memverifikasi nomor lain.`,
      danger: true,
      onYes: () => release.mutate(),
    })
  return (
    <Section title="Nomor telp" hint="Kode OTP dikirim ke nomor yang sudah diverifikasi. Yang baru diverifikasi bisa dilepas di sini.">
      {user.verifyphone ? (
        <RowList>
          <Row
            actions={
              user.youngphone && (
                <Button variant="default" size="sm" color="red" loading={release.isPending} onClick={ask}>
                  Bukan nomor saya
                </Button>
              )
            }
          >
            <Text fw={600}>{memberphone}</Text>
          </Row>
        </RowList>
      ) : (
        <Text size="sm" c="dimmed">
          Tidak ada nomor yang sudah diverifikasi.
        </Text>
      )}
    </Section>
  )
}
