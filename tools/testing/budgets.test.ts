import { describe, expect, test } from 'vitest'
import { budgetLines, budgets, isOverBudget, recordCosts, standardSeconds } from './budgets.ts'

describe('the costs of tests', () => {
  test('are compared with a budget that is larger on a slower machine', () => {
    expect(standardSeconds(900, 10)).toBe(900)
    expect(standardSeconds(900, 20)).toBe(450)
    expect(isOverBudget({ kind: 'server', cpuSeconds: 2_000 }, 20)).toBe(false)
    expect(isOverBudget({ kind: 'server', cpuSeconds: 2_000 }, 10)).toBe(true)
  })

  test('may exceed the budget of their kind by a quarter, and are not limited for a kind without a budget', () => {
    const quarterMore = (budgets.page ?? 0) * 1.25
    expect(isOverBudget({ kind: 'page', cpuSeconds: quarterMore }, 10)).toBe(false)
    expect(isOverBudget({ kind: 'page', cpuSeconds: quarterMore + 1 }, 10)).toBe(true)
    expect(isOverBudget({ kind: 'long forms', cpuSeconds: 1e6 }, 10)).toBe(false)
  })

  test('are printed with their share of the budget and their change since the record', () => {
    const recorded = { on: '2026-11-28', kinds: { server: 800 }, files: {} }
    const costs = [
      { kind: 'server', cpuSeconds: 440 },
      { kind: 'browser', cpuSeconds: 600 },
    ]
    const lines = budgetLines(costs, 5, recorded)
    expect(lines[1]).toContain('yardstick 5.0 s here')
    expect(lines[2]).toMatch(/440\.0 s {2}server +880 of 1100 \(80 %\) {2}\+10 %$/)
    expect(lines[3]).toMatch(/600\.0 s {2}browser +1200 of 400 \(300 %\) {2}OVER BUDGET$/)
  })

  test('are recorded in seconds of the reference machine, by kind and by file, without files of negligible cost', () => {
    const files = [
      { name: 'b.test.ts', cpuSeconds: 4, seconds: 9 },
      { name: 'a.test.ts', cpuSeconds: 2.06, seconds: 3 },
      { name: 'c.test.ts', cpuSeconds: 0.3, seconds: 0.4 },
      { name: 'd.test.ts', cpuSeconds: null, seconds: 2 },
    ]
    expect(recordCosts('2026-11-28', 5, [{ kind: 'server', cpuSeconds: 440 }], files)).toEqual({
      on: '2026-11-28',
      kinds: { server: 880 },
      files: { 'a.test.ts': [4.1, 6], 'b.test.ts': [8, 18], 'd.test.ts': [0, 4] },
    })
  })
})
