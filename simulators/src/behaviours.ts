/**
 * How a simulated supplier treats an order. The last four digits of the target number select it; with any other digits the order succeeds. See
 * README.md.
 */
const byEnding = {
  '0001': 'failure',
  '0002': 'pending-then-success',
  '0003': 'pending-then-failure',
  '0004': 'timeout-taken',
  '0005': 'double-success-report',
  '0006': 'contradicting-reports',
  '0007': 'garbage',
  '0008': 'slow',
  '0009': 'destroyed-taken',
  '0010': 'refused-balance',
  '0011': 'timeout-not-taken',
  '0012': 'pending-until-asked',
  '0013': 'pending-forever',
  '0014': 'server-error-taken',
  '0015': 'unnamed-success',
  '0016': 'contradicting-words',
  '0017': 'foreign-success',
  '0018': 'buys-twice',
  '0019': 'garbage-always',
} as const

export type Behaviour = 'success' | (typeof byEnding)[keyof typeof byEnding]

const endings = new Map<string, Behaviour>(Object.entries(byEnding))
const names = new Set<string>(['success', ...endings.values()])

export function behaviourOf(target: string): Behaviour {
  return endings.get(target.slice(-4)) ?? 'success'
}

export function isBehaviour(name: string): name is Behaviour {
  return names.has(name)
}
