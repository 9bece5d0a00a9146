import { installDebian } from './debian.ts'
import { findOnPath } from './on-path.ts'

/** Draws the same pages without the frame of a desktop around them: half the work of opening one. */
const shell = 'chromium-headless-shell'

/** The browser for e2e tests: CHROMIUM, or Debian's, or what else is on the PATH. */
export function findChromium(): string | null {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  return findOnPath([shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'])
}

/** Installs Debian's headless Chromium where that can be done; throws one clear line when there is no other one either. */
export function requireChromium(): string {
  const other = findChromium()
  if (process.env.CHROMIUM || findOnPath([shell])) return other as string
  console.log('Installing Chromium for the browser tests …')
  const reason = installDebian([shell]) ?? 'the installed one is not on the PATH'
  const found = findChromium()
  if (found) return found
  throw new Error(`the browser tests need Chromium (${reason}): install it (Debian: apt-get install ${shell}) or name one in CHROMIUM`)
}
