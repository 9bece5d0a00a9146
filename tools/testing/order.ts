/* Decides which test files run first: the longest of the last recorded run. If a long file started last, the other workers would be idle. */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import type { Recorded } from './budgets.ts'

const root = join(import.meta.dirname, '../..')
const { files } = JSON.parse(readFileSync(join(root, 'tools/test-costs.json'), 'utf8')) as Recorded

export default class LongOnesFirst extends BaseSequencer {
  override async sort(all: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ moduleId }: TestSpecification) => files[relative(root, moduleId)]?.[1] ?? 0
    return (await super.sort(all)).toSorted((one, other) => secondsOf(other) - secondsOf(one))
  }
}
