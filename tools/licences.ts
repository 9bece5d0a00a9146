/* Licences of what a release consists of: which ones are allowed, and their texts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockEntry {
  version?: string
  license?: string
  link?: boolean
  dev?: boolean
}

export type Lock = Record<string, LockEntry>

/** Licences that let an operator use, change and pass on a release. MPL and LGPL demand that the sources of these packages stay available. */
const allowed = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Python-2.0', 'Unlicense', 'CC0-1.0'],
  ...['PostgreSQL', 'OFL-1.1', 'MPL-2.0', 'LGPL-3.0-or-later'],
])

/** They state their licence in a form that npm does not copy to the lock file. */
const statedElsewhere: Record<string, string> = {
  'sasl-anonymous': 'MIT',
  'sasl-plain': 'MIT',
  saslmechanisms: 'MIT',
  'xmlhttprequest-ssl': 'MIT',
}

/** Node itself is a package of development, and the program of a release. */
const isReleased = (path: string, { dev, link }: LockEntry) =>
  path.includes('node_modules/') && !link && (dev !== true || path === 'node_modules/node')

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const licenceOf = (path: string, { license }: LockEntry) => license ?? statedElsewhere[nameOf(path)] ?? ''

/** Whether an SPDX expression allows the use: one licence of OR, all licences of AND. */
function isAllowed(licence: string): boolean {
  const [first = '', ...others] = licence.replaceAll(/[()]/g, '').split(' OR ')
  return [first, ...others].some((choice) => choice.split(' AND ').every((one) => allowed.has(one)))
}

/** Packages of a release whose licence is not allowed, a line for each. */
export const strayLicences = (lock: Lock): string[] =>
  Object.entries(lock)
    .filter(([path, entry]) => isReleased(path, entry) && !isAllowed(licenceOf(path, entry)))
    .map(([path, entry]) => `package-lock.json: ${path} has the licence ${licenceOf(path, entry) || '(none)'}; see tools/licences.ts`)

const isLicenceText = (name: string) =>
  ['license', 'licence', 'copying', 'notice', 'third-party'].some((text) => name.toLowerCase().startsWith(text))

interface ReleasedPackage {
  /** Its folder below the root. */
  path: string
  name: string
  version: string
  licence: string
}

/** The packages that a release on this system consists of: npm installs none for other systems. */
export const releasedPackages = (root: string, lock: Lock): ReleasedPackage[] =>
  Object.entries(lock)
    .filter(([path, entry]) => isReleased(path, entry) && existsSync(join(root, path)))
    .map(([path, entry]) => ({ path, name: nameOf(path), version: entry.version ?? '', licence: licenceOf(path, entry) }))

/** The names, licences and licence texts of all packages of a release. Packages with the same text share it. */
export function licenceTexts(root: string, lock: Lock): string {
  const byText = new Map<string, string[]>()
  for (const { path, name, version, licence } of releasedPackages(root, lock)) {
    const text = textIn(join(root, path))
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${licence}) https://www.npmjs.com/package/${name}`])
  }
  const sections = [...byText].map(
    ([text, headings]) => `${headings.join('\n')}\n\n${text || 'These packages do not contain the text of their licence.'}`,
  )
  return `${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/** Without a file for it, the README may say which licences apply. */
function textIn(folder: string): string {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && isLicenceText(entry.name))
  const names = files.map(({ name }) => name).sort()
  if (names.length > 0) return names.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n')
  const readme = existsSync(join(folder, 'README.md')) ? readFileSync(join(folder, 'README.md'), 'utf8') : ''
  return /^#+ Licen[cs].*/ims.exec(readme)?.[0].trim() ?? ''
}
