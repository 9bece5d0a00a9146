/*
 * The budget of each kind of tests. The difference between two machines is larger than the effect of a test that became twice as slow, and the speed
 * of one machine varies over time. So costs are expressed in CPU seconds of a machine on which the yardstick (yardstick.ts) takes ten seconds: 400
 * means 40 times the yardstick of the same run.
 */

export const checksAndBuild = 'check and build'

export const budgets: Readonly<Record<string, number>> = { [checksAndBuild]: 150, server: 1100, page: 650, browser: 400, screens: 700 }

const yardstickSeconds = 10
/** The nightly run fails if a kind exceeds its budget by more than this factor. */
const tolerance = 1.25

/** Costs by kind and by file, in seconds of the reference machine, as committed in tools/test-costs.json. */
export interface Recorded {
  /** The day of the record, in the date format of a commit. */
  on: string
  kinds: Record<string, number>
  /** CPU seconds and wall-clock seconds of each file. They differ because some files mostly wait. */
  files: Record<string, [cpu: number, clock: number]>
}

export interface KindCost {
  kind: string
  /** CPU seconds as measured on this machine. */
  cpuSeconds: number
}

export const standardSeconds = (cpuSeconds: number, yardstick: number): number => (cpuSeconds / yardstick) * yardstickSeconds

export const isOverBudget = ({ kind, cpuSeconds }: KindCost, yardstick: number): boolean =>
  standardSeconds(cpuSeconds, yardstick) > (budgets[kind] ?? Number.POSITIVE_INFINITY) * tolerance

export function budgetLines(costs: KindCost[], yardstick: number, recorded: Recorded | null): string[] {
  const since = recorded ? `, change since ${recorded.on}` : ''
  return [
    '',
    `CPU seconds by kind (yardstick ${yardstick.toFixed(1)} s here: of budgets made for ${yardstickSeconds.toFixed(1)} s${since})`,
    ...costs.map((cost) => budgetLine(cost, yardstick, recorded)),
  ]
}

function budgetLine(cost: KindCost, yardstick: number, recorded: Recorded | null): string {
  const { kind, cpuSeconds } = cost
  const standard = standardSeconds(cpuSeconds, yardstick)
  const budget = budgets[kind]
  const before = recorded?.kinds[kind]
  return [
    `${cpuSeconds.toFixed(1).padStart(9)} s  ${kind.padEnd(checksAndBuild.length)}`,
    budget === undefined
      ? `${standard.toFixed(0).padStart(5)}, no budget`
      : `${standard.toFixed(0).padStart(5)} of ${budget} (${((standard / budget) * 100).toFixed(0)} %)`,
    ...(before ? [signed((standard / before - 1) * 100)] : []),
    ...(isOverBudget(cost, yardstick) ? ['OVER BUDGET'] : []),
  ].join('  ')
}

const signed = (percent: number): string => `${percent < 0 ? '' : '+'}${percent.toFixed(0)} %`

/** Minimum seconds of a file. Files that take less are not recorded. */
const worthRecording = 1

export function recordCosts(
  on: string,
  yardstick: number,
  kinds: KindCost[],
  files: readonly { name: string; cpuSeconds: number | null; seconds: number }[],
): Recorded {
  const tenths = (seconds: number) => Math.round(standardSeconds(seconds, yardstick) * 10) / 10
  return {
    on,
    kinds: Object.fromEntries(kinds.map(({ kind, cpuSeconds }) => [kind, Math.round(standardSeconds(cpuSeconds, yardstick))])),
    files: Object.fromEntries(
      files
        .map(({ name, cpuSeconds, seconds }): [string, [number, number]] => [name, [tenths(cpuSeconds ?? 0), tenths(seconds)]])
        .filter(([, [, clock]]) => clock >= worthRecording)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
  }
}
