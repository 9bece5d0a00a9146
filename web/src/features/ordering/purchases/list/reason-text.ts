/** Prefixes of sentences in a server's answer that are not the reason: references, prices, balances. */
const besides = ['r#', 'ref', 'trxid', 'clientid', 'saldo', 'sisa', 'sal ', 'hrg', 'harga', 'sn', 'stok pulsa', 'rc', 'waktu', 'kode']
const ends = ['gagal', 'failed']

/**
 * Extracts the reason from a seller's answer: of `R#MKT-1 S10.0812 GAGAL. Nomor pelanggan salah.. Saldo 500.000` the second sentence. `whole` is the
 * full answer if it contains more than the reason. Parsed by characters rather than patterns, because the answer is untrusted input.
 */
export function splitReason(words: string): { reason: string; whole: string | null } {
  const parts = sentences(words).flatMap(afterEnd)
  const reason = parts.find((part) => part !== '' && !besides.some((begin) => part.toLowerCase().startsWith(begin)))
  if (reason === undefined || reason === words.trim()) return { reason: words, whole: null }
  return { reason: reason.charAt(0).toUpperCase() + reason.slice(1), whole: words }
}

/** A dot ends a sentence only at the end or before a space: the dot of `500.000` does not. Sentences of dots and spaces only are dropped. */
function sentences(words: string): string[] {
  const found: string[] = []
  let from = 0
  const keep = (to: number) => {
    const sentence = words.slice(from, to).trim()
    if (sentence !== '') found.push(sentence)
  }
  for (let at = 0; at < words.length; at++) {
    if (words[at] !== '.' || (at + 1 < words.length && words[at + 1] !== ' ' && words[at + 1] !== '.')) continue
    keep(at)
    from = at + 1
  }
  keep(words.length)
  return found
}

/** Text before the word for the outcome names the order; alone it is not a reason. */
function afterEnd(sentence: string): string[] {
  const lower = sentence.toLowerCase()
  const end = ends.map((word) => ({ word, at: lower.indexOf(word) })).find(({ at }) => at >= 0)
  // But 'Gagal di suplier' is a reason.
  if (!end || end.at === 0) return [sentence]
  return [sentence.slice(end.at + end.word.length).replace(/^[ ,:-]{1,5}/, '')]
}
