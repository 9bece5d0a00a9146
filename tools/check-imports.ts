import { existsSync, globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type swcCore from '@swc/core'
import type { ICruiseResult } from 'dependency-cruiser'
import configuration from '../.dependency-cruiser.mjs'
import { folderCircles } from './folder-circles.ts'

/* Part of npm run check: the import rules of .dependency-cruiser.mjs. An argument selects another folder, for the tests of this check. */
const root = process.argv[2] ?? join(import.meta.dirname, '..')
const folders = ['contract', 'server', 'web', 'simulators', 'tools', 'e2e', 'bench'].filter((folder) => existsSync(join(root, folder)))

// dependency-cruiser parses every file as .ts, but .tsx files need another option. The parser is patched before dependency-cruiser loads it.
const swc: typeof swcCore = createRequire(import.meta.url)('@swc/core')
const parseFile = swc.parseFileSync
swc.parseFileSync = ((path: string, options?: swcCore.ParseOptions) =>
  parseFile(path, { ...options, syntax: 'typescript', tsx: path.endsWith('.tsx') } as swcCore.ParseOptions)) as typeof parseFile
const { cruise } = await import('dependency-cruiser')

process.chdir(root)
const { forbidden, options } = configuration
const { output } = await cruise(folders, { ...options, ruleSet: { forbidden: forbidden ?? [] }, validate: true, outputType: 'json' })
const { modules, summary } = (typeof output === 'string' ? JSON.parse(output) : output) as ICruiseResult

// The check must fail if it has not read any file, or has not read a file of these folders.
const read = new Set(modules.map((module) => module.source))
const written = globSync(`{${folders.join(',')}}/**/*.{ts,tsx}`, {
  exclude: (name) => name.includes('node_modules') || name.includes('/dist'),
})
const unread = written.filter((file) => !read.has(file))
const blind = modules.length === 0 || unread.length > 0 || !modules.some((module) => module.dependencies.length > 0)

for (const { rule, from, to, cycle } of summary.violations) {
  const way = cycle ? [from, ...cycle.map((step) => step.name)].join(' → ') : `${from} → ${to}`
  console.error(`${rule.name}: ${way}\n  ${forbidden?.find((known) => known.name === rule.name)?.comment ?? ''}`)
}
const circles = folderCircles(modules)
for (const circle of circles)
  console.error(`no-folder-cycles: ${circle}\n  Features call downwards; what two of them share lies below both.`)
if (blind)
  console.error(`${unread.length} of ${written.length} files were not read (${unread.slice(0, 3).join(', ')}); is @swc/core installed?`)
console.log(`${read.size} modules, ${summary.violations.length + circles.length} violations`)
process.exitCode = blind || summary.violations.length + circles.length > 0 ? 1 : 0
