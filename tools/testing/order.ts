/* Which test files begin first. One that takes long and begins last leaves the other worker with nothing to do. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files that start Lapaks of their own; vitest goes by size as long as it has not seen how long a file takes. */
const long = ['server/test/fault/', 'server/test/two-processes', 'tools/start.test', 'specs/system/terms']

export const isLong = (file: string): boolean => long.some((part) => file.includes(part))

export default class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => Number(isLong(other.moduleId)) - Number(isLong(one.moduleId)))
  }
}
