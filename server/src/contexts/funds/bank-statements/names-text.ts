import { createHash } from 'node:crypto'

const namedMax = 3

/**
 * Names everything about which an administrator is asked: `TP-1, TP-2`, and from four on `TP-1, TP-2, TP-3 dan 2 lainnya (#1a2b3c4d)`, with a digest of the
 * names that are not shown. The administrator confirms by repeating this text, so that whatever is added or replaced meanwhile is asked about.
 */
export function namesText(names: readonly string[]): string {
  const [named, hidden] = [names.slice(0, namedMax).join(', '), names.slice(namedMax)]
  return hidden.length > 0 ? `${named} dan ${hidden.length} lainnya (#${digestOf(hidden)})` : named
}

const digestOf = (names: readonly string[]): string => createHash('sha256').update(names.join()).digest('hex').slice(0, 8)
