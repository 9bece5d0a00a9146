/*
 * Reduces the Latin file of the font, which delays the first text: only the weights and figure styles that the web app uses are kept. The file has 28
 * kB instead of 48 kB, which saves 0.1 s on a slow network. The other files of the font are loaded when their characters are needed.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import type { AliasOptions } from 'vite'

const name = 'inter-latin-wght-normal.woff2'
const fontFolder = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter/wght.css'))
const made = join(import.meta.dirname, '../../node_modules/.cache/lapak/font', name)

/** The range of `font-weight` in the style sheets: 400 to 700 (verified by tools/page-font.test.ts). */
export const weights = { min: 400, max: 700 }
/** The OpenType features that are kept: kerning, combining marks, tabular figures and contextual alternates. */
const keepFeatures = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'calt']

/** All characters for which the style sheet of the font uses this file. */
function charactersIn(css: string): string {
  const [, ranges] = new RegExp(`${name}[^}]*unicode-range:\\s*([^;]+);`).exec(css) ?? []
  if (ranges === undefined) throw new Error(`the font's style sheet names no characters for ${name}`)
  const points = ranges.split(',').flatMap((range) => {
    const [first = 0, last = first] = range
      .trim()
      .slice('U+'.length)
      .split('-')
      .map((point) => Number.parseInt(point, 16))
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  })
  return String.fromCodePoint(...points)
}

/** Writes the smaller file and returns the alias that replaces the original file with the smaller file. */
export async function smallFont(): Promise<AliasOptions> {
  const [font, css] = await Promise.all([readFile(join(fontFolder, 'files', name)), readFile(join(fontFolder, 'wght.css'), 'utf8')])
  // The type definitions lack `keepFeatures`.
  const options = { targetFormat: 'woff2', variationAxes: { wght: weights }, keepFeatures } as const
  await mkdir(dirname(made), { recursive: true })
  await writeFile(made, await subsetFont(font, charactersIn(css), options as object))
  return [{ find: new RegExp(`^\\.\\/files\\/${name.replaceAll('.', '\\.')}$`), replacement: made }]
}
