import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bannedWords, countWords, strayVocabulary } from './vocabulary.ts'

const glossary =
  '# Glossary\n\n## Words that the code does not use\n\n| Word | Use instead |\n|---|---|\n| `door`, `doors` | channel |\n| `tell` | publish |\n\n## Else\n\n| `x` | y |\n'
const root = mkdtempSync(join(tmpdir(), 'lapak-words-'))
afterAll(() => rmSync(root, { recursive: true }))

function stray(source: string, allowed: Record<string, number>): string[] {
  mkdirSync(join(root, 'docs'), { recursive: true })
  mkdirSync(join(root, 'tools'), { recursive: true })
  writeFileSync(join(root, 'docs/glossary.md'), glossary)
  writeFileSync(join(root, 'tools/vocabulary-allowed.json'), JSON.stringify(allowed))
  return strayVocabulary(root, [source])
}

test('vocabulary: the banned words are the words in one section of the glossary', () => {
  expect(bannedWords(glossary)).toEqual(['door', 'doors', 'tell'])
})

test('vocabulary: words in identifiers are counted, words in comments and strings are not', () => {
  const counts = countWords(['tell', 'door'], ["tellPages(openDoor) // tell\n/* tell */ const a = 'tell' + `door`; intelligent()"])
  expect(Object.fromEntries(counts)).toEqual({ tell: 1, door: 1 })
})

test('vocabulary: a count above its allowed number is a violation, and a count below it, too', () => {
  expect(stray('tell(); tellPages()', { tell: 2 })).toEqual([])
  expect(stray('tell(); tellPages()', { tell: 1 })).toEqual([
    'tell: in 2 identifiers, 1 are allowed; docs/glossary.md says what to use instead',
  ])
  expect(stray('tell()', { tell: 2 })).toEqual(['tools/vocabulary-allowed.json: "tell" may shrink to 1'])
  expect(stray('door()', {})).toHaveLength(1)
})
