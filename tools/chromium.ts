import { installDebian } from './debian.ts'
import { findOnPath } from './on-path.ts'

/** A build of Chromium that draws the same pages without the browser's user interface, which halves the cost of opening a page. */
const shell = 'chromium-headless-shell'

/** Finds the browser for e2e tests: the one in the environment variable CHROMIUM, or Debian's, or another Chromium on the PATH. */
export function findChromium(): string | null {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  return findOnPath([shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'])
}

/** Installs Debian's headless Chromium if possible. Throws a clear error if this fails and there is no other browser. */
export function requireChromium(): string {
  const other = findChromium()
  if (process.env.CHROMIUM || findOnPath([shell])) return other as string
  console.log('Installing Chromium for the browser tests …')
  const reason = installDebian([shell]) ?? 'the installed one is not on the PATH'
  const found = findChromium()
  if (found) return found
  throw new Error(`the browser tests need Chromium (${reason}): install it (Debian: apt-get install ${shell}) or name one in CHROMIUM`)
}
