/* Which test files run first. A long one that starts last would leave the other worker idle. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files that start their own Lapaks; vitest sorts by size until it has measured a file. */
const long = ['server/test/fault/', 'server/test/two-processes', 'tools/start.test', 'specs/system/terms']

export const isLong = (file: string): boolean => long.some((part) => file.includes(part))

export default class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => Number(isLong(other.moduleId)) - Number(isLong(one.moduleId)))
  }
}
