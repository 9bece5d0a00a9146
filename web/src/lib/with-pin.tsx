import { modals } from '@mantine/modals'
import { ApiError } from '#lib/api-error.ts'
import { openWhenHostMounted } from '#ui/modals.ts'

/**
 * Sends a request. If the server requires the transaction PIN, asks for the PIN in a dialog and sends the request again, until the PIN is accepted or
 * the dialog is closed.
 */
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

/** Opens the dialog for the PIN; resolves to null if the dialog is closed without a PIN. The dialog is loaded on demand. */
async function askForPin(refused: string | null): Promise<string | null> {
  const { AskPin } = await import('#ui/ask-pin.tsx').catch(() => {
    throw new ApiError(0, 'Belum disimpan, karena isian PIN transaksi gagal dimuat. Coba lagi.')
  })
  return new Promise((answer) => {
    const dialog = openWhenHostMounted((modalId) =>
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
