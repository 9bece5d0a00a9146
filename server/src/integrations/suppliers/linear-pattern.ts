import type { AnswerPatterns } from '#integrations/suppliers/supplier.ts'

/** A place in a text that a pattern fits. */
export interface Found {
  index: number
  text: string
  /** What the pattern picks out of it: a reference, a serial number, an amount. */
  picked: string
}

/** Gives the places in a text one after the other, each in time linear to the text: the text is a stranger's. */
export type Pattern = (text: string) => Iterable<Found>

export type PatternName = keyof AnswerPatterns

/** Group by which a pattern says what it picks out; without one, it is the first group. */
const pickedBy: Partial<Record<PatternName, string>> = { reference: 'ref', serialNumber: 'sn', balance: 'after' }

export function foundBy(name: PatternName, match: RegExpMatchArray): Found {
  const named = pickedBy[name]
  return { index: match.index ?? 0, text: match[0], picked: (named && match.groups?.[named]) ?? match[1] ?? '' }
}

export function firstFound(pattern: Pattern, text: string): Found | null {
  for (const found of pattern(text)) return found
  return null
}
