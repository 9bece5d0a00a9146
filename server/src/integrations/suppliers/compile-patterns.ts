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

/** What cannot be run, or would be too expensive to compile. */
type Unusable = 'unsupported' | 'complicated'

const compiledBySource = new Map<string, RE2JS | Unusable>()
/** The programs in the cache take about 60 bytes per instruction. */
const cachedInstructionsMax = 200_000
let cachedInstructions = 0
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
  let instructionsLeft = instructionsMax
  for (const name of Object.keys(tradePatterns) as PatternName[]) {
    const source = patterns[name]
    if (!source) continue
    if (source.length > patternMax)
      return { usable, refused: { name, reason: `Pola terlalu panjang, paling banyak ${patternMax} karakter.` } }
    const compiled = compileOnce(source)
    if (compiled === 'unsupported')
      return {
        usable,
        refused: { name, reason: 'Pola bukan regular expression yang didukung (tanpa (?=…), (?!…), (?<=…), (?<!…), dan \\1).' },
      }
    if (compiled !== 'complicated') instructionsLeft -= compiled.programSize() * runs(name)
    if (compiled === 'complicated' || instructionsLeft < 0)
      return { usable, refused: { name, reason: 'Pola terlalu rumit, sederhanakan pilihan dan pengulangannya.' } }
    usable[name] = ownPattern(name, compiled)
  }
  return { usable, refused: null }
}

function compileOnce(source: string): RE2JS | Unusable {
  const known = compiledBySource.get(source)
  if (known !== undefined) return known
  const compiled = expandedSize(source) > expandedMax ? 'complicated' : compile(source)
  const instructions = typeof compiled === 'string' ? 1 : compiled.programSize()
  // The program of a pattern that is too complicated takes megabytes; it is not kept.
  const kept = instructions > instructionsMax ? 'complicated' : compiled
  if (compiledBySource.size >= 2_000 || cachedInstructions + instructions > cachedInstructionsMax) {
    compiledBySource.clear()
    cachedInstructions = 0
  }
  cachedInstructions += typeof kept === 'string' ? 1 : instructions
  compiledBySource.set(source, kept)
  return kept
}

function compile(source: string): RE2JS | Unusable {
  try {
    // Without Unicode classes: a class such as \p{L} has hundreds of ranges, and each range is a step of its own.
    return RE2JS.compile(source, RE2JS.CASE_INSENSITIVE | RE2JS.DISABLE_UNICODE_GROUPS)
  } catch {
    return 'unsupported'
  }
}

/** Above the instructions of an allowed program, because an alternation such as `gagal|gagalkan` compiles to fewer instructions than it has characters. */
const expandedMax = 2 * instructionsMax

/**
 * The approximate number of instructions of a pattern, computed in linear time. RE2 writes out each counted repetition, so that `a{1000}` repeated
 * over 300 characters has 40,000 instructions and takes 50 ms to compile: the size must be known before.
 */
function expandedSize(source: string): number {
  // The size of each open group, and of the part that a following repetition repeats.
  const groups = [0]
  let last = 0
  const add = (size: number) => {
    groups[groups.length - 1] = (groups.at(-1) ?? 0) + size
    last = size
  }
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at]
    if (char === '(') groups.push(1)
    else if (char === ')') add(groups.length > 1 ? (groups.pop() ?? 0) : 1)
    else if (char === '[') {
      at = endOfClass(source, at)
      add(1)
    } else if (char === '\\') {
      at += 1
      add(1)
    } else {
      const [whole = '', from = '', to = ''] = (char === '{' && /^\{(\d{1,4})(?:,(\d{0,4}))?\}/.exec(source.slice(at, at + 12))) || []
      if (whole === '') add(1)
      else {
        add(last * Math.max(Number(from), Number(to), 1))
        at += whole.length - 1
      }
    }
  }
  return groups.reduce((all, size) => all + size, 0)
}

/** The position of the bracket that closes the class; a bracket in first place belongs to the class. */
function endOfClass(source: string, start: number): number {
  let at = start + (source[start + 1] === '^' ? 2 : 1)
  if (source[at] === ']') at += 1
  for (; at < source.length && source[at] !== ']'; at += 1) if (source[at] === '\\') at += 1
  return at
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
