/*
 * Others' words within a line of ours that software matches by pattern: neither what was asked for nor what a seller said may look like a
 * part of the line.
 */

/** What was asked for, said back: one line, and no words by which a refusal would read like a success or a success like a refusal. */
export const echo = (text: string, max: number): string =>
  text
    .slice(0, max)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/BERHASIL|SUKSES|GAGAL/gi, '-')
    .replace(/\b(SN|SISA SALDO|SALDO|CLIENTID|HRG)\s*[:=]/gi, '$1 ')

/** Seller's words inside our line must not look like its other parts. */
export const plain = (text: string): string =>
  text
    .replace(/\b(SN|SISA SALDO|SALDO|CLIENTID|HRG)\s*[:=]/gi, '$1 ')
    .replace(/\s+/g, ' ')
    .replace(/[\s.]+$/, '')
    .trim()

export const reason = (text: string): string => plain(text.replace(/\b(BERHASIL|SUKSES)\b/gi, '')) || 'Transaksi gagal'
