import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The browser for e2e tests: CHROMIUM, or Debian's, or what else is on the PATH. */
export function findChromium(): string | null {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const folders = (process.env.PATH ?? '').split(delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Installs Debian's Chromium when there is none; throws one clear line when that cannot be done. */
export function requireChromium(): string {
  const found = findChromium()
  if (found) return found
  const manual = 'install Chromium (Debian: apt-get install chromium) or name one in CHROMIUM'
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0)
    throw new Error(`the browser tests need Chromium: ${manual}`)
  console.log('Installing Chromium for the browser tests …')
  const apt = (...args: string[]) =>
    execFileSync('apt-get', ['-q', '-y', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  try {
    apt('update')
    apt('install', '--no-install-recommends', 'chromium')
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : String(error)
    throw new Error(`Chromium could not be installed (${said}); ${manual}`)
  }
  const installed = findChromium()
  if (!installed) throw new Error(`the installed Chromium is not on the PATH; ${manual}`)
  return installed
}
