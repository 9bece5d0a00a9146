import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Draws the same pages without the frame of a desktop around them: half the work of opening one. */
const shell = 'chromium-headless-shell'

/** The browser for e2e tests: CHROMIUM, or Debian's, or what else is on the PATH. */
export function findChromium(): string | null {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  return onPath([shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'])
}

function onPath(names: string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
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

/** Installs Debian's headless Chromium where that can be done; throws one clear line when there is no other one either. */
export function requireChromium(): string {
  const other = findChromium()
  if (process.env.CHROMIUM || onPath([shell])) return other as string
  const said = installShell()
  const found = findChromium()
  if (found) return found
  throw new Error(`the browser tests need Chromium (${said}): install it (Debian: apt-get install ${shell}) or name one in CHROMIUM`)
}

/** Answers what was said when it failed. */
function installShell(): string {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return 'it cannot be installed by this user here'
  console.log('Installing Chromium for the browser tests …')
  const apt = (...args: string[]) =>
    execFileSync('apt-get', ['-q', '-y', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  try {
    apt('update')
    apt('install', '--no-install-recommends', shell)
    return 'the installed one is not on the PATH'
  } catch (error) {
    return error instanceof Error && 'stderr' in error ? (String(error.stderr).trim().split('\n').at(-1) ?? '') : String(error)
  }
}
