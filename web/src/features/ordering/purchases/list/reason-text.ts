/** What a server's answer says besides why: whose it is, what it cost, what is left. */
const besides = ['r#', 'ref', 'trxid', 'clientid', 'saldo', 'sisa', 'sal ', 'hrg', 'harga', 'sn', 'stok pulsa', 'rc', 'waktu', 'kode']
const ends = ['gagal', 'failed']

/**
 * Why, of a seller's own words: `R#MKT-1 S10.0812 GAGAL. Nomor pelanggan salah.. Saldo 500.000` is read for its second sentence.
 * The whole is what was said, where more was said than that. Read sign by sign, since what it says is a stranger's.
 */
export function splitReason(words: string): { reason: string; whole: string | null } {
  const parts = sentences(words).flatMap(afterEnd)
  const reason = parts.find((part) => part !== '' && !besides.some((begin) => part.toLowerCase().startsWith(begin)))
  if (reason === undefined || reason === words.trim()) return { reason: words, whole: null }
  return { reason: reason.charAt(0).toUpperCase() + reason.slice(1), whole: words }
}

/** A dot ends one where nothing or a space follows: that of `500.000` does not. What is nothing but dots and spaces is none. */
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

/** Before the word that says how it ended stands which order it was; that alone is no reason. */
function afterEnd(sentence: string): string[] {
  const lower = sentence.toLowerCase()
  const end = ends.map((word) => ({ word, at: lower.indexOf(word) })).find(({ at }) => at >= 0)
  // 'Gagal di suplier' is one, though.
  if (!end || end.at === 0) return [sentence]
  return [sentence.slice(end.at + end.word.length).replace(/^[ ,:-]{1,5}/, '')]
}
