/** What a simulated seller does with an order, chosen by the last four digits of the target number. See README.md. */
export type Behaviour =
  | 'success'
  | 'failure'
  | 'pending-then-success'
  | 'pending-then-failure'
  | 'timeout-taken'
  | 'double-success-report'
  | 'contradicting-reports'
  | 'garbage'
  | 'slow'
  | 'destroyed-taken'
  | 'refused-balance'
  | 'timeout-not-taken'
  | 'pending-until-asked'
  | 'pending-forever'
  | 'server-error-taken'

const byEnding = new Map<string, Behaviour>([
  ['0001', 'failure'],
  ['0002', 'pending-then-success'],
  ['0003', 'pending-then-failure'],
  ['0004', 'timeout-taken'],
  ['0005', 'double-success-report'],
  ['0006', 'contradicting-reports'],
  ['0007', 'garbage'],
  ['0008', 'slow'],
  ['0009', 'destroyed-taken'],
  ['0010', 'refused-balance'],
  ['0011', 'timeout-not-taken'],
  ['0012', 'pending-until-asked'],
  ['0013', 'pending-forever'],
  ['0014', 'server-error-taken'],
])

const names = new Set<string>(['success', ...byEnding.values()])

export function behaviourOf(target: string): Behaviour {
  return byEnding.get(target.slice(-4)) ?? 'success'
}

export function isBehaviour(name: string): name is Behaviour {
  return names.has(name)
}
