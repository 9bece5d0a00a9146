import { Button, Group, Modal, Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { profileQuery } from '#features/auth/access/access.api.ts'
import { CodeForm } from '#features/members/two-factor/code-form.tsx'
import { RecoveryCodes } from '#features/members/two-factor/recovery-codes.tsx'
import { disableTwoFactor, renewRecoveryCodes } from '#features/members/two-factor/two-factor.api.ts'
import { showSuccess } from '#ui/snackbar.ts'
import { StatusBadge } from '#ui/status-badge.tsx'

/**
 * Shown while two-factor authentication is on: creates new recovery codes or switches it off. Both actions require a code of the authenticator app.
 */
export function TwoFactorEnabled() {
  const [wanted, setWanted] = useState<'renew' | 'off'>()
  return (
    <>
      <div>
        <StatusBadge colour="green" icon={IconShieldCheck} label="Sudah aktif" />
      </div>
      {!wanted && (
        <Group gap="xs">
          <Button variant="default" onClick={() => setWanted('renew')}>
            Buat kode pemulihan baru
          </Button>
          <Button variant="subtle" color="red" onClick={() => setWanted('off')}>
            Matikan
          </Button>
        </Group>
      )}
      {wanted === 'renew' && <Renew onEnd={() => setWanted(undefined)} />}
      {wanted === 'off' && <SwitchOff onEnd={() => setWanted(undefined)} />}
    </>
  )
}

function SwitchOff({ onEnd }: { onEnd: () => void }) {
  const queries = useQueryClient()
  const off = useMutation({
    mutationFn: disableTwoFactor,
    onSuccess: ({ msg }) => {
      showSuccess(msg)
      return queries.invalidateQueries({ queryKey: profileQuery.queryKey })
    },
    meta: { shownInPlace: true },
  })
  return (
    <>
      <Text size="sm">Tanpa verifikasi dua langkah, password saja cukup untuk masuk. Sesi di perangkat lain akan berakhir.</Text>
      <CodeForm verb="Matikan" danger orRecovery send={off.mutateAsync} onCancel={onEnd} />
    </>
  )
}

function Renew({ onEnd }: { onEnd: () => void }) {
  const renew = useMutation({ mutationFn: renewRecoveryCodes, gcTime: 0, meta: { shownInPlace: true } })
  return (
    <>
      <Text size="sm">Kode pemulihan yang lama langsung tidak berlaku.</Text>
      <CodeForm verb="Buat kode baru" send={renew.mutateAsync} onCancel={onEnd} />
      <Modal
        opened={renew.data !== undefined}
        onClose={onEnd}
        title="Kode pemulihan baru"
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        {renew.data && <RecoveryCodes codes={renew.data} />}
        <Button fullWidth mt="lg" onClick={onEnd}>
          Saya sudah menyimpan
        </Button>
      </Modal>
    </>
  )
}
