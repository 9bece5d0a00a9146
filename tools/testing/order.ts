/* Decides which test files run first. If a long file started last, the other worker would be idle. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files that take long, because they start their own Lapak processes. Vitest would sort them by size until it has measured them. */
const long = ['server/test/fault/', 'server/test/two-processes', 'tools/start.test', 'specs/system/terms']

export const isLong = (file: string): boolean => long.some((part) => file.includes(part))

export default class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => Number(isLong(other.moduleId)) - Number(isLong(one.moduleId)))
  }
}
