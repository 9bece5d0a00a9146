import { installDebian } from './debian.ts'
import { findOnPath } from './on-path.ts'
import { findProsody } from './prosody.ts'

/** A client of somebody else's making, by which tests speak as buyers do. */
const client = 'go-sendxmpp'

/** What the tests of ordering by Jabber need: a server, a client, and what makes its certificate. Throws one clear line where it cannot be had. */
export function requireXmpp(): string {
  const missing = () => [
    ...(findProsody() === null ? ['prosody'] : []),
    ...[client, 'openssl'].filter((name) => findOnPath([name]) === null),
  ]
  const wanted = missing()
  if (wanted.length === 0) return findProsody() as string
  console.log(`Installing ${wanted.join(', ')} for the tests of Jabber …`)
  const reason = installDebian(wanted)
  if (missing().length === 0) return findProsody() as string
  throw new Error(
    `the tests of Jabber need ${missing().join(', ')} (${reason}): install them (Debian: apt-get install ${missing().join(' ')})`,
  )
}
