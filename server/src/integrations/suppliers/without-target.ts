/**
 * Replaces the repeated target in a text, whatever its spaces and punctuation: an order for '12345 GAGAL' must not be refunded if the server's
 * 'SUKSES' follows the target.
 */
export function withoutTarget(text: string, target: string | null): string {
  // A target of digits contains no keywords. It stays in the text, because otherwise the text would not show that it is about another number.
  if (target === null || /^[\d\s]*$/.test(target)) return text
  // Digits with punctuation contain no words to search for, and punctuation may have its own meaning ('7 % SUKSES' is a part), so only an exact copy
  // is replaced.
  if (/^[\P{L}]*$/u.test(target)) return /[^\d\s+.-]/.test(target) ? text.replaceAll(target.trim(), '*') : text
  const whole = withoutWords(text, target)
  return whole === text ? withoutBeginning(text, target) : whole
}

/**
 * Replaces the beginning of a target with letters, where a server repeats only that, or hides the rest: 'NFLX.sukses.j***@gmail.com', 'ke
 * sukses.jaya'. A single word counts only where it must be the target, since it may be the state of the order elsewhere.
 */
function withoutBeginning(text: string, target: string): string {
  const sought = target.trim().toLowerCase()
  return text.replace(/[^\s,;|]{4,100}/g, (word, at: number) => {
    const behindCode = word.indexOf('.') + 1
    const isAddressed = (from: number) => from > 0 || text.slice(Math.max(0, at - 4), at).toLowerCase() === ' ke '
    const isBeginning = (from: number): boolean => {
      const [given = '', ...hidden] = word.slice(from).toLowerCase().split('*')
      const shown = withoutSigns(given)
      if (shown.length < 3 || !sought.startsWith(shown)) return false
      if (hidden.length > 0) return true
      return /[^\p{L}\d]/u.test(sought[shown.length] ?? 'none') && (isAddressed(from) || /[^\p{L}\d]/u.test(shown))
    }
    const from = [0, behindCode].find(isBeginning)
    return from === undefined ? word : `${word.slice(0, from)}*`
  })
}

/** A loop instead of a pattern: a pattern that is anchored at the end is tried again from each character of a long run. */
function withoutSigns(text: string): string {
  let end = text.length
  while ('.:!'.includes(text[end - 1] ?? 'none')) end--
  return text.slice(0, end)
}

/** Replaces the words of a phrase where they follow one another. */
export function withoutWords(text: string, phrase: string): string {
  const words = folded(phrase).match(/[\p{L}\p{N}]+/gu)
  if (words === null || words.every((word) => /^\d+$/.test(word))) return text
  const ends = endsOf(words, folded(text))
  let blanked = ''
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const end = ends[at] ?? nowhere
    if (at < from || end === nowhere) continue
    blanked += `${text.slice(from, at)}*`
    from = end
  }
  return blanked + text.slice(from)
}

/** Whether the text contains the target as a whole, whatever its spaces and punctuation. */
export function holdsTarget(text: string, target: string): boolean {
  const words = folded(target).match(/[\p{L}\p{N}]+/gu)
  if (words === null) return false
  const foldedText = folded(text)
  const ends = endsOf(words, foldedText)
  const continues = (at: number) => /[\p{L}\p{N}]/u.test(foldedText[at] ?? '')
  return ends.some((end, at) => end !== nowhere && !continues(at - 1) && !continues(end))
}

const nowhere = -1

/**
 * For each position of the text, the end of the words that begin there, or `nowhere`. Only the text after it shows whether '%20' is a space or a sign
 * before the word '20', so the words are searched from the last to the first, each in one pass over the text.
 */
function endsOf(words: readonly string[], text: string): Int32Array {
  const signs = signsOf(text)
  let ends: Int32Array | null = null
  for (const word of words.toReversed()) {
    const behind: Int32Array | null = ends && endsBehindSigns(ends, signs)
    ends = new Int32Array(text.length + 1).fill(nowhere)
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
      ends[at] = behind === null ? at + word.length : (behind[at + word.length] ?? nowhere)
  }
  return ends ?? new Int32Array()
}

/** The end positions for the positions of the separators before the words. As many separators as possible belong to the words. */
function endsBehindSigns(ends: Int32Array, signs: Uint8Array): Int32Array {
  const behind = ends.slice()
  const endAt = (place: number) => behind[place] ?? nowhere
  for (let at = signs.length - 1; at >= 0; at--) {
    const encoded = signs[at] === encodedSign ? endAt(at + 3) : nowhere
    const plain = signs[at] ? endAt(at + 1) : nowhere
    behind[at] = encoded !== nowhere ? encoded : plain !== nowhere ? plain : endAt(at)
  }
  return behind
}

const plainSign = 1
const encodedSign = 2

/** The characters that may separate two words: any sign, or a percent-encoded one (%20). */
function signsOf(text: string): Uint8Array {
  const signs = new Uint8Array(text.length).fill(plainSign)
  for (const { index, 0: word } of text.matchAll(/[\p{L}\p{N}]+/gu)) signs.fill(0, index, index + word.length)
  for (const { index } of text.matchAll(/%[0-9a-f]{2}/g)) signs[index] = encodedSign
  return signs
}

/** Lower case with unchanged positions. Converts to upper case first, since servers write targets in upper case. */
function folded(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase()
  return Array.from(text, (letter) => {
    const lower = letter.toUpperCase().toLowerCase()
    return lower.length === letter.length ? lower : letter
  }).join('')
}
