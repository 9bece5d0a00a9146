import { Button, Modal, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { MethodChoice } from '#features/funds/top-ups/method-choice.tsx'
import { suggestedTopUp } from '#features/funds/top-ups/top-up-amount.ts'
import { useTopUpCommand } from '#features/funds/top-ups/use-top-up-command.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { belowSmQuery } from '#ui/media-queries.ts'
import { RupiahField } from '#ui/rupiah-field.tsx'

interface TopUpDialogProps {
  onClose: () => void
  onNext: (command: { jumlah: string; methode: string }) => void
}

/** Starts a top-up from any page; the page of top-ups then shows the remaining steps. Mounting this component opens the dialog. */
export function TopUpDialog({ onClose, onNext }: TopUpDialogProps) {
  useRestoreFocus()
  const phone = useMediaQuery(belowSmQuery, undefined, { getInitialValueInEffect: false })
  return (
    <Modal opened onClose={onClose} title="Topup" size={480} fullScreen={phone}>
      <ShortForm onNext={onNext} />
    </Modal>
  )
}

function ShortForm({ onNext }: Pick<TopUpDialogProps, 'onNext'>) {
  const command = useTopUpCommand({ amount: suggestedTopUp, methode: undefined })
  const { offered, amount, setAmount, wrong } = command
  const [pressed, setPressed] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    setPressed(true)
    if (offered && amount && !wrong) onNext({ jumlah: amount.toString(), methode: offered.id.toString() })
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <RupiahField label="Jumlah deposit" name="jumlah" autoFocus value={amount} onChange={setAmount} error={pressed ? wrong : null} />
        <MethodChoice command={command} compact />
        <Button type="submit" color="orange" disabled={!offered}>
          Lanjut
        </Button>
      </Stack>
    </form>
  )
}
