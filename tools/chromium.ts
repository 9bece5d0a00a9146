import { installDebian } from './debian.ts'
import { findOnPath } from './on-path.ts'

/** Draws the same pages without the browser's user interface, which halves the cost of opening one. */
const shell = 'chromium-headless-shell'

/** The browser for e2e tests: CHROMIUM, or Debian's, or another one on the PATH. */
export function findChromium(): string | null {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  return findOnPath([shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'])
}

/** Installs Debian's headless Chromium if possible; throws a clear message if there is no other browser either. */
export function requireChromium(): string {
  const other = findChromium()
  if (process.env.CHROMIUM || findOnPath([shell])) return other as string
  console.log('Installing Chromium for the browser tests …')
  const reason = installDebian([shell]) ?? 'the installed one is not on the PATH'
  const found = findChromium()
  if (found) return found
  throw new Error(`the browser tests need Chromium (${reason}): install it (Debian: apt-get install ${shell}) or name one in CHROMIUM`)
}
