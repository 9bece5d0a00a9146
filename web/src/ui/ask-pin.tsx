import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { PinField, pinError } from '#ui/pin-field.tsx'

/** Asks for the transaction PIN, in a dialog above the current form. */
export function AskPin({ refused, onGiven }: { refused: string | null; onGiven: (pin: string) => void }) {
  const [pin, setPin] = useState('')
  const [error, setError] = useState(refused)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The dialog is rendered inside another form, so its submit event must not reach that form.
        event.stopPropagation()
        const wrong = pinError(pin)
        setError(wrong)
        if (!wrong) onGiven(pin)
      }}
    >
      <Stack gap="md">
        <Text size="sm">Yang Anda ubah membuat software dapat memesan dengan saldo Anda.</Text>
        <PinField pin={pin} error={error} onType={setPin} />
        <Button type="submit">Lanjut</Button>
      </Stack>
    </form>
  )
}
