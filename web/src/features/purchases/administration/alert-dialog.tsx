import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { type AlertStep, useAlertStep } from '#features/purchases/administration/trx.api.ts'
import { reasonError } from '#lib/reason-error.ts'
import { useFocusBack } from '#lib/use-focus-back.ts'
import { useServerForm } from '#lib/use-server-form.ts'

const words: Record<AlertStep, { title: string; label: string; hint: string }> = {
  take: { title: 'Tangani peringatan', label: 'Apa yang Anda lakukan', hint: 'Admin lain melihatnya' },
  end: { title: 'Akhiri peringatan', label: 'Bagaimana selesainya', hint: 'Status dan uang transaksinya tidak berubah karenanya' },
}

interface AlertDialogProps {
  id: bigint
  step: AlertStep
  /** Whether it is there: Escape is for it alone. */
  onAsking: (asking: boolean) => void
  onClose: () => void
}

/** The word with which an alert is taken or ended. */
export function AlertDialog({ id, step, onAsking, onClose }: AlertDialogProps) {
  useFocusBack()
  useEffect(() => {
    onAsking(true)
    return () => onAsking(false)
  }, [onAsking])
  const { title, label, hint } = words[step]
  const saying = useAlertStep(id, step)
  const { field, formProps, busy } = useServerForm({
    initialValues: { reason: '' },
    validate: { reason: reasonError },
    send: ({ reason }) => saying.mutateAsync(reason.trim()),
    onSent: onClose,
  })
  return (
    <Modal opened onClose={() => !busy && onClose()} title={title} size={420}>
      <form {...formProps}>
        <Stack gap="md">
          <TextInput label={label} description={hint} maxLength={300} autoComplete="off" data-autofocus {...field('reason')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={busy} onClick={onClose}>
              Tutup
            </Button>
            <Button type="submit" loading={busy}>
              Simpan
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
