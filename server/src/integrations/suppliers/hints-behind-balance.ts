/**
 * The text after the balance. It holds a seller's general hints ('gagal otomatis refund'), which are not about the order, but some servers say there
 * what became of the order after all.
 */
import { namesGoods, saysDoubt, saysReturned, saysUncertain } from '#integrations/suppliers/cause.ts'
import { blanks, hypotheses, isUnderWay, upToBalance, weakPending } from '#integrations/suppliers/clauses.ts'
import type { CompiledPatterns } from '#integrations/suppliers/compile-patterns.ts'
import { firstFound } from '#integrations/suppliers/linear-pattern.ts'
import { labelledReason } from '#integrations/suppliers/reason-of-failure.ts'
import { tradePatterns } from '#integrations/suppliers/trade-patterns.ts'
import { hasUnreadClause, saysPromised } from '#integrations/suppliers/unread-clauses.ts'

/** The position where the seller's general hints begin: at the balance that follows the target number of the order. */
export function hintsFrom(text: string, ofOrder: number, patterns: CompiledPatterns): number {
  if (ofOrder < 0) return text.length
  for (const { index, text: label } of patterns.balance(text))
    if (index > ofOrder && !stateNext.test(text.slice(index + label.length, index + label.length + 20))) return index
  return text.length
}

/** Some servers write the state after the balance: 'S10.0812… Saldo 489.750 SUKSES. SN: …'. */
const stateNext = /^ (?:sukses|berhasil|success|gagal|failed)(?=[.,:!]|$| (?:sn|s\/n)\b)/i

/** True if the text after the balance hands the order on, promises the goods after all, or gives another reason: 'Nanti kami isikan manual'. */
export const hintsContinueOrder = (hints: string): boolean =>
  saysUncertain(hints) ||
  saysPromised(hints, namesGoods) ||
  hasUnreadClause(labelledReason(hints.replace(/\binfo ?[:=]/gi, '')), namesGoods)

/** True if the text after the balance, which otherwise holds general hints, takes a failure back: 'SN menyusul', 'Refund dibatalkan'. */
export const hintsDenyFailure = (hints: string): boolean =>
  hints
    .split(/[.;|!](?!\d)/, hintsMax)
    .some((hint) => isDelivered.test(hint) || ((ofThisOrder.test(hint) || (isShort(hint) && !isGeneral(hint))) && saysDoubt(hint)))

const ofThisOrder =
  /^[^a-z]*(?:trx|transaksi|order|sn|serial|token|voucher|pulsa|paket|refund|saldo|status|ternyata|tapi|tetapi|namun|but)\b/i

const isDelivered =
  /^[^a-z]*(?:(?:trx|transaksi|order|pulsa|paket|token|voucher|saldo)(?: (?:ini|sudah|telah))* )?(?:delivered|fulfilled|completed|terkirim|terisi|tersalur|masuk)\b/i

/** A hint of a few words, with or without a label, may be the reason: 'Timeout', 'Info: Operator belum menjawab'. */
const isShort = (hint: string): boolean => (hint.match(/\p{L}{2,}/gu) ?? []).length <= 5

/**
 * True if the text after the balance takes a success back: 'Trx ini dibatalkan operator', '[BATAL]', 'Update 11:02: GAGAL', 'Pulsa belum masuk'.
 * Conditions ('jika gagal …'), the seller's terms ('gagal = refund') and hints ('Trx gagal hub CS') are not about the order.
 */
export function hintsDenySuccess(text: string, patterns: CompiledPatterns): boolean {
  const success = patterns.success === tradePatterns.success ? firstFound(patterns.success, text) : null
  if (success === null) return false
  const hints = text.slice(upToBalance(text, success.index, patterns).length)
  return hints
    .replace(hypotheses, blanks)
    .split(/[.;|!()[\]{}*#](?!\d)/, hintsMax)
    .some(
      (hint) =>
        !isGeneral(hint) &&
        (firstFound(patterns.failed, hint) !== null ||
          saysReturned(hint) ||
          notArrived.test(hint) ||
          isUnderWay(hint, patterns, weakPending)),
    )
}

const notArrived =
  /\b(?:di ?-?)(?:tarik|anulir|void|cabut|reversal|reverse)\b|\b(?:belum|not) (?:di ?kirim|terkirim|masuk|terisi|sampai|di ?terima|delivered|received)\b/i

const hintsMax = 20

const isGeneral = (hint: string): boolean => terms.test(hint) || (offers.test(hint) && !ofFact.test(hint))

const terms =
  /\b(?:yang|yg|setiap|tiap|semua|seluruh|apabila|max\w{0,5}|maks\w{0,5}|lapor\w{0,3}|hub\w{0,5}|komplain|komplen|complain\w{0,2}|klaim|tanya\w{0,3}|no|non|tanpa|anti|akan|dapat|bisa|boleh|garansi|promo|hati-hati|pastikan|wajib|resiko|risiko|berikutnya|selanjutnya|lain(?:nya)?)\b|=|\?|\b(?:total|rekap|jumlah)\b|\b(?:gagal|failed|refund|batal) ?:? ?\d{1,4}(?![\d.,]*\d)/i

const offers = /\b(?:otomatis|auto|cs|admin|salah)\b|\b(?:gagal|batal|refund) (?:saldo|dana|uang|refund|kembali)\b/i

const ofFact = /\b(?:sudah|telah|ini|tsb|tersebut|oleh|krn|karena|update)\b/i
