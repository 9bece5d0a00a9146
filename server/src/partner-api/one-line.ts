/*
 * Escapes foreign text within an answer line that software matches by pattern: neither the request nor a seller's text may look like a part of the
 * line.
 */

/** The requested value as one line, without text that would make a refusal look like a success, or a success like a refusal. */
export const echoedValue = (text: string, max: number): string =>
  text
    .slice(0, max)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/BERHASIL|SUKSES|GAGAL/gi, '-')
    .replace(/\b(SN|SISA SALDO|SALDO|CLIENTID|HRG)\s*[:=]/gi, '$1 ')

/** A seller's text, without anything that looks like another part of the line. */
export const plainLine = (text: string): string =>
  text
    .replace(/\b(SN|SISA SALDO|SALDO|CLIENTID|HRG)\s*[:=]/gi, '$1 ')
    .replace(/\s+/g, ' ')
    .replace(/[\s.]+$/, '')
    .trim()

export const failureReason = (text: string): string => plainLine(text.replace(/\b(BERHASIL|SUKSES)\b/gi, '')) || 'Transaksi gagal'
