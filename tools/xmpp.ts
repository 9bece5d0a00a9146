import { installDebian } from './debian.ts'
import { findOnPath } from './on-path.ts'
import { findProsody } from './prosody.ts'

/** A client program that does not share code with Lapak. Tests use it to send messages as buyers do. */
const client = 'go-sendxmpp'

/**
 * Checks that everything is available that tests of Jabber orders need: a server, a client, and a tool for the certificate. Throws a clear error if
 * something is missing.
 */
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
