/* Checks that the font of the web app contains exactly the weights that the web app uses (web/build/small-font.ts). */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { weights } from '../web/build/small-font.ts'

const sources = join(import.meta.dirname, '../web/src')
const asked = /(?:font-weight:\s*|fontWeight:\s*|\bfw=\{)(\d+)/g

test('the web app uses no font weight that its font lacks', () => {
  const found = globSync('**/*.{css,ts,tsx}', { cwd: sources }).flatMap((file) =>
    [...readFileSync(join(sources, file), 'utf8').matchAll(asked)].map(([, weight]) => ({ file, weight: Number(weight) })),
  )
  expect(found.length).toBeGreaterThan(100)
  expect(found.filter(({ weight }) => weight < weights.min || weight > weights.max)).toEqual([])
})
