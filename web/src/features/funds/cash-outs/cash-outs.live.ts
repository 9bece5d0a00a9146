import { useRealtime } from '#lib/realtime.ts'
import { showError, showSuccess } from '#ui/snackbar.ts'

/** On every page, shows the outcome of the member's cash-outs, except of cash-outs that the member withdrew. */
export function useLiveCashOuts() {
  useRealtime('tiket', ({ historytipe, invoice, status, approveddescription }) => {
    if (historytipe !== 1) return
    const returned = status === 4 && approveddescription !== null
    if (status === 2) showSuccess(`Penarikan ${invoice} sudah dibayar`)
    if (status === 3) showError(`Penarikan ${invoice} ditolak, uangnya kembali ke saldo`)
    if (returned) showError(`Penarikan ${invoice} dikembalikan bank, uangnya kembali ke saldo`)
  })
}
