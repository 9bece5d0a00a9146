import { describe, expect, test } from 'vitest'
import { idsInTitles, readCoverage } from './spec.ts'

describe('npm run spec', () => {
  test('finds one or several ids in a title, also in the titles of test tables and suites', () => {
    const source = [
      `test('one [${'B-VAL'}-03]', () => {})`,
      `test.concurrent("two [${'B-VAL'}-04, ${'A-API'}-01]", async () => {})`,
      `describe(\`suite [${'S-SP'}-01]\`, () => {})`,
      `test.each([[1], [2]])('table [${'B-RT'}-01]', () => {})`,
      `test.each(named)(\n  'named table [${'B-RT'}-02]', () => {})`,
    ].join('\n')
    expect(idsInTitles(source)).toEqual(['B-VAL-03', 'B-VAL-04', 'A-API-01', 'S-SP-01', 'B-RT-01', 'B-RT-02'])
  })

  test('does not count ids in comments or skipped tests', () => {
    expect(idsInTitles(`// [${'B-VAL'}-03]\ntest.skip('later [${'B-VAL'}-04]', () => {})\ntest.todo('x [${'B-VAL'}-05]')`)).toEqual([])
  })

  test('finds only ids of the checklist in the tests, and no id of a complete intended deviation', async () => {
    const { unknown, deviations, partly, verified } = await readCoverage()
    expect(unknown).toEqual([])
    expect([...deviations.keys()].filter((id) => verified.has(id) && !partly.has(id))).toEqual([])
    for (const [id, instead] of deviations) expect(instead, id).toMatch(/\w{3}/)
  })
})
