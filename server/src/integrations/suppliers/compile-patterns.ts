/**
 * The patterns that classify a seller's text answers: the default patterns, or the seller's own for some or all of them. Both the seller's pattern
 * and the text are untrusted, so RE2 runs the pattern: in time linear to the text, whatever the pattern. Patterns that RE2 cannot run (look-around,
 * back references) are refused.
 */
import { RE2JS } from 're2js'
import { foundBy, type Pattern, type PatternName } from '#integrations/suppliers/linear-pattern.ts'
import type { AnswerPatterns } from '#integrations/suppliers/supplier.ts'
import { tradePatterns } from '#integrations/suppliers/trade-patterns.ts'

export interface CompiledPatterns extends Readonly<Record<PatternName, Pattern>> {
  /** The number of characters of a text to which the patterns are applied; the rest is not read. */
  reach: number
}

/** The longest text that is read, and the longest answer that is stored with an attempt. */
export const textMax = 4_096

/** The maximum number of references in a text, including repetitions; see `namesOnly` in `order-identity.ts`. */
export const namedMax = 3

const patternMax = 300
/*
 * RE2 takes one step per character and live instruction, some 25 ns. With these two limits, the worst patterns and the worst text take 10 ms
 * together. If a seller saved all default patterns as its own, they would have 700 instructions.
 */
const ownReach = 512
const instructionsMax = 800

/** How often a pattern may match in one answer. */
const runs = (name: PatternName): number => (name === 'reference' ? namedMax + 1 : name === 'serialNumber' ? 2 : 1)

const compiledBySource = new Map<string, RE2JS | null>()
const compiledByPatterns = new WeakMap<Partial<AnswerPatterns>, CompiledPatterns>()

/**
 * If one of a seller's patterns cannot be run (saved by an older version, or by hand), all answers of the seller stay undecided: the default pattern
 * in its place, or the other patterns without it, might classify an order wrongly as failed or delivered. The state of the order stays unknown and
 * the money stays held until the seller saves valid patterns.
 */
export function compilePatterns(patterns: Partial<AnswerPatterns>): CompiledPatterns {
  const known = compiledByPatterns.get(patterns)
  if (known !== undefined) return known
  const { usable, refused } = ownPatterns(patterns)
  const reach = Object.keys(usable).length > 0 ? ownReach : textMax
  const compiled = { ...tradePatterns, ...usable, ...(refused !== null && undecided), reach }
  compiledByPatterns.set(patterns, compiled)
  return compiled
}

export interface RefusedPattern {
  name: string
  /** Shown to the seller. */
  reason: string
}

/** Called when a seller saves its settings. Returns the first pattern that is not allowed, or null. */
export function refusedPattern(patterns: Partial<AnswerPatterns>): RefusedPattern | null {
  return ownPatterns(patterns).refused
}

function ownPatterns(patterns: Partial<AnswerPatterns>): { usable: Partial<Record<PatternName, Pattern>>; refused: RefusedPattern | null } {
  const usable: Partial<Record<PatternName, Pattern>> = {}
  let refused: RefusedPattern | null = null
  let instructionsLeft = instructionsMax
  for (const name of Object.keys(tradePatterns) as PatternName[]) {
    const source = patterns[name]
    if (!source) continue
    const compiled = compileOnce(source)
    const instructions = compiled === null ? 0 : compiled.programSize() * runs(name)
    const reason = whyNot(source, compiled, instructions <= instructionsLeft)
    if (compiled !== null && reason === null) {
      usable[name] = ownPattern(name, compiled)
      instructionsLeft -= instructions
    } else refused ??= { name, reason: reason ?? '' }
  }
  return { usable, refused }
}

function whyNot(source: string, compiled: RE2JS | null, affordable: boolean): string | null {
  if (source.length > patternMax) return `Pola terlalu panjang, paling banyak ${patternMax} karakter.`
  if (compiled === null) return 'Pola bukan regular expression yang didukung (tanpa (?=…), (?!…), (?<=…), (?<!…), dan \\1).'
  return affordable ? null : 'Pola terlalu rumit, sederhanakan pilihan dan pengulangannya.'
}

function compileOnce(source: string): RE2JS | null {
  const known = compiledBySource.get(source)
  if (known !== undefined) return known
  if (compiledBySource.size >= 2_000) compiledBySource.clear()
  const compiled = compile(source)
  compiledBySource.set(source, compiled)
  return compiled
}

function compile(source: string): RE2JS | null {
  if (source.length > patternMax) return null
  try {
    // Without Unicode classes: a class such as \p{L} has hundreds of ranges, and each range is a step of its own.
    return RE2JS.compile(source, RE2JS.CASE_INSENSITIVE | RE2JS.DISABLE_UNICODE_GROUPS)
  } catch {
    return null
  }
}

function ownPattern(name: PatternName, compiled: RE2JS): Pattern {
  return function* found(text) {
    let left = runs(name)
    for (const match of compiled.matchAll(text)) {
      yield foundBy(name, match)
      if (--left === 0) return
    }
  }
}

const findsNothing: Pattern = function* () {}
const undecided = { success: findsNothing, failed: findsNothing, pending: findsNothing, notFound: findsNothing, refused: findsNothing }
