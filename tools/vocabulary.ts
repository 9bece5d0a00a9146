import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const glossary = 'docs/glossary.md'
const allowedFile = 'tools/vocabulary-allowed.json'
const notCode = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g

/** The words that docs/glossary.md lists under "Words that the code does not use", in lower case. */
export function bannedWords(text: string): string[] {
  const section = /^## Words that the code does not use$([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text)?.[1] ?? ''
  return [...section.matchAll(/^\| `([^|]+)` \|/gm)].flatMap(([, cell = '']) => cell.split('`, `'))
}

/**
 * How often each word occurs in the identifiers of these sources, also as a part of an identifier (`tell` in `tellPages`). Comments and strings do
 * not count.
 */
export function countWords(words: readonly string[], sources: Iterable<string>): Map<string, number> {
  const counts = new Map(words.map((word) => [word, 0]))
  for (const source of sources)
    for (const [identifier] of source.replace(notCode, ' ').matchAll(/[A-Za-z_$][\w$]*/g))
      for (const part of identifier.split(/(?=[A-Z])|_|\d+/)) {
        const known = counts.get(part.toLowerCase())
        if (known !== undefined) counts.set(part.toLowerCase(), known + 1)
      }
  return counts
}

/**
 * Violations: words that occur more often in identifiers than tools/vocabulary-allowed.json allows, or less often. The second case makes sure that
 * the allowed numbers only shrink.
 */
export function strayVocabulary(root: string, sources: Iterable<string>): string[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const words = bannedWords(read(glossary))
  if (words.length === 0) return [`${glossary}: no word stands under "Words that the code does not use"`]
  const allowed = JSON.parse(read(allowedFile)) as Record<string, number>
  const counts = countWords(words, sources)
  return words.flatMap((word) => {
    const [count = 0, most = 0] = [counts.get(word), allowed[word]]
    if (count > most) return [`${word}: in ${count} identifiers, ${most} are allowed; ${glossary} says what to use instead`]
    return count < most ? [`${allowedFile}: "${word}" may shrink to ${count}`] : []
  })
}
