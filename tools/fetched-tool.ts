/* Downloads large tools that only some commands need, on first use, into the folder of the other caches. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Installs the packages, all in the same version, unless the first package is already installed. Returns the folder that contains their
 * `node_modules`.
 */
export function fetchTool(name: string, packages: [string, ...string[]], version: string): string {
  const folder = join(root, 'node_modules/.cache/lapak', name)
  const installed = join(folder, 'node_modules', packages[0], 'package.json')
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === version) return folder
  const options = ['--no-save', '--no-audit', '--no-fund', '--legacy-peer-deps']
  const wanted = packages.map((one) => `${one}@${version}`)
  const { status } = spawnSync('npm', ['install', '--prefix', folder, ...options, ...wanted], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${packages[0]} ${version} could not be fetched`)
  return folder
}
