/** Beginnings of sentences in a seller's answer that are not the reason: references, prices, balances. */
const besides = ['r#', 'ref', 'trxid', 'clientid', 'saldo', 'sisa', 'sal ', 'hrg', 'harga', 'sn', 'stok pulsa', 'rc', 'waktu', 'kode']
const ends = ['gagal', 'failed']

/**
 * Extracts the reason from a seller's answer: from `R#MKT-1 S10.0812 GAGAL. Nomor pelanggan salah.. Saldo 500.000`, the second sentence. `whole` is
 * the full answer if it contains more than the reason. The answer is untrusted, so it is parsed character by character, without regular expressions
 * that could take long.
 */
export function splitReason(words: string): { reason: string; whole: string | null } {
  const parts = sentences(words).flatMap(afterEnd)
  const reason = parts.find((part) => part !== '' && !besides.some((begin) => part.toLowerCase().startsWith(begin)))
  if (reason === undefined || reason === words.trim()) return { reason: words, whole: null }
  return { reason: reason.charAt(0).toUpperCase() + reason.slice(1), whole: words }
}

/**
 * Splits an answer into sentences. A dot ends a sentence only before a space or at the end of the text, so the dot of `500.000` ends none. Sentences
 * that consist only of dots and spaces are dropped.
 */
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

/** Splits a sentence at the word for the outcome. The text before that word identifies the order and is not a reason. */
function afterEnd(sentence: string): string[] {
  const lower = sentence.toLowerCase()
  const end = ends.map((word) => ({ word, at: lower.indexOf(word) })).find(({ at }) => at >= 0)
  // A sentence that begins with the word for the outcome, such as 'Gagal di suplier', is a reason.
  if (!end || end.at === 0) return [sentence]
  return [sentence.slice(end.at + end.word.length).replace(/^[ ,:-]{1,5}/, '')]
}
