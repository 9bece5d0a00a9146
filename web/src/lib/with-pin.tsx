import { Button, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { ApiError } from '#lib/api-error.ts'
import { openLater } from '#ui/modals.ts'
import { PinField, pinError } from '#ui/pin-field.tsx'

/** Sends; where the server wants the transaction PIN, asks for it in a dialog and sends again, until it is right or given up. */
export async function withPin<Result>(send: (pin?: string) => Promise<Result>): Promise<Result> {
  let pin: string | undefined
  for (;;) {
    try {
      return await send(pin)
    } catch (error) {
      const asked = error instanceof ApiError && (error.code === 'purchase.pin_needed' || error.code === 'purchase.pin_wrong')
      if (!asked) throw error
      const given = await askForPin(pin === undefined ? null : error.message)
      if (given === null) throw new ApiError(error.status, 'Belum disimpan, karena PIN transaksi tidak diisi')
      pin = given
    }
  }
}

/** Null when the dialog is closed without one. */
function askForPin(refused: string | null): Promise<string | null> {
  return new Promise((answer) => {
    const dialog = openLater((modalId) =>
      modals.open({
        modalId,
        title: 'PIN transaksi',
        size: 350,
        onClose: () => answer(null),
        children: (
          <AskPin
            refused={refused}
            onGiven={(pin) => {
              answer(pin)
              dialog.close()
            }}
          />
        ),
      }),
    )
  })
}

function AskPin({ refused, onGiven }: { refused: string | null; onGiven: (pin: string) => void }) {
  const [pin, setPin] = useState('')
  const [error, setError] = useState(refused)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The dialog lies over another form, whose submit this is not.
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
