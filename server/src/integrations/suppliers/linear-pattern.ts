import type { AnswerPatterns } from '#integrations/suppliers/supplier.ts'

/** A match of a pattern in a text. */
export interface Found {
  index: number
  text: string
  /** The part of the match that the pattern extracts: a reference, a serial number, an amount. */
  picked: string
}

/** Yields the matches in a text one after the other, each in linear time, because the text is untrusted. */
export type Pattern = (text: string) => Iterable<Found>

export type PatternName = keyof AnswerPatterns

/** The name of the group that a pattern extracts. A pattern without a named group extracts its first group. */
const pickedBy: Partial<Record<PatternName, string>> = { reference: 'ref', serialNumber: 'sn', balance: 'after' }

export function foundBy(name: PatternName, match: RegExpMatchArray): Found {
  const named = pickedBy[name]
  return { index: match.index ?? 0, text: match[0], picked: (named && match.groups?.[named]) ?? match[1] ?? '' }
}

export function firstFound(pattern: Pattern, text: string): Found | null {
  for (const found of pattern(text)) return found
  return null
}

/** True if any of the patterns matches; each of them has its own comment. */
export const anyOf = (...patterns: readonly RegExp[]): { test: (text: string) => boolean } => ({
  test: (text) => patterns.some((pattern) => pattern.test(text)),
})
