/* Checks that the page's font contains the weights that are used, and no others (web/build/small-font.ts). */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { weights } from '../web/build/small-font.ts'

const sources = join(import.meta.dirname, '../web/src')
const asked = /(?:font-weight:\s*|fontWeight:\s*|\bfw=\{)(\d+)/g

test('no part of the page uses a weight that its font lacks', () => {
  const found = globSync('**/*.{css,ts,tsx}', { cwd: sources }).flatMap((file) =>
    [...readFileSync(join(sources, file), 'utf8').matchAll(asked)].map(([, weight]) => ({ file, weight: Number(weight) })),
  )
  expect(found.length).toBeGreaterThan(100)
  expect(found.filter(({ weight }) => weight < weights.min || weight > weights.max)).toEqual([])
})
