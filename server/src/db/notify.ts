/** A NOTIFY payload is limited to less than 8000 bytes. */
const bytesMax = 7_900

/** Joins ASCII words with spaces into as few payloads as possible; for `select pg_notify(…) from unnest(…)`. */
export function payloadsOf(words: readonly string[]): string[] {
  const payloads: string[] = []
  for (const word of words) {
    const last = payloads.at(-1)
    if (last === undefined || last.length + 1 + word.length > bytesMax) payloads.push(word)
    else payloads[payloads.length - 1] = `${last} ${word}`
  }
  return payloads
}
