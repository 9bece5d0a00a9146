/**
 * The patterns by which a seller's text answers are understood. The defaults were tested on the trade's usual texts; a
 * seller may bring its own for some or all of them. Those come from users, so they are hostile until checked: a pattern
 * that backtracks for minutes would stop every order of the whole process.
 */
import { createContext, Script } from 'node:vm'
import type { AnswerPatterns } from '#outside/suppliers/supplier.ts'

export type CompiledPatterns = Record<keyof AnswerPatterns, RegExp>

/** Longest text that patterns are applied to, and longest answer kept with an attempt. */
export const textMax = 4_096

const patternMax = 300

/**
 * `success` looks back for a negation, since 'transaksi tidak berhasil' is the opposite of what its last word says.
 * `reference` leaves out the 'Ref:' of 'SN/Ref: 2301998877', which names a serial number.
 */
export const defaultPatterns: Readonly<AnswerPatterns> = {
  success: String.raw`(?<!\b(?:tidak|tdk|belum|blm|bukan|not|un)[\s-]+)\b(?:sukses|berhasil|success)\b`,
  failed: String.raw`\b(?:gagal|dibatalkan|failed|refund)\b|\b(?:tidak|tdk)\s+(?:berhasil|sukses)\b`,
  pending: String.raw`(?:akan|sedang|segera|masih)\s+(?:dalam\s+)?(?:di)?proses|menunggu\s+jawaban|mo?ho?n\s+(?:di)?tunggu|\b(?:inprogress|pending|proses)\b`,
  notFound: String.raw`tidak\s+ada\s+(?:transaksi|data)`,
  refused: String.raw`saldo\s+(?:anda\s+)?tidak\s+(?:men)?cukup|pin\s+salah|password\s+salah|pengguna\s+tidak\s+ditemukan|ip\s+tidak\s+sesuai|too\s+short`,
  reference: String.raw`(?:\bR#|\bCLIENTID=|(?<!\bSN\/)\bRef(?:\.?\s*ID)?\s*[:=]\s*)(?<ref>[A-Za-z0-9_-]+)`,
  serialNumber: String.raw`\bSN(?:\/Ref)?\s*[:=]\s*(?<sn>.+?)(?=\s*\.?\s*(?:(?:sisa\s+)?saldo|hrg|harga|trxid|ref\.?\s*id|clientid|tele|wa)\b|\s*@\d|\.?\s*$)`,
  balance: String.raw`\bsaldo\s*[:=]?\s*(?:rp\.?\s*)?(?:(?<before>[\d.,]+)\s*[-+]\s*(?<amount>[\d.,]+)\s*=\s*)?(?<after>\d[\d.,]*)`,
}

const compiledBySource = new Map<string, RegExp | null>()
const compiledByPatterns = new WeakMap<Partial<AnswerPatterns>, CompiledPatterns>()
const patternNames = Object.keys(defaultPatterns) as (keyof AnswerPatterns)[]

/** A pattern that does not pass `checkPattern` (saved by an older version, or by hand) gives way to the default one. */
export function compilePatterns(patterns: Partial<AnswerPatterns>): CompiledPatterns {
  const known = compiledByPatterns.get(patterns)
  if (known !== undefined) return known
  const compiled = {} as CompiledPatterns
  for (const name of patternNames) {
    const own = patterns[name]
    compiled[name] = (own ? compileOnce(own) : null) ?? defaults[name]
  }
  compiledByPatterns.set(patterns, compiled)
  return compiled
}

const defaults = Object.fromEntries(patternNames.map((name) => [name, new RegExp(defaultPatterns[name], 'i')])) as CompiledPatterns

function compileOnce(source: string): RegExp | null {
  const known = compiledBySource.get(source)
  if (known !== undefined) return known
  if (compiledBySource.size >= 2_000) compiledBySource.clear()
  const compiled = checkPattern(source) === null ? new RegExp(source, 'i') : null
  compiledBySource.set(source, compiled)
  return compiled
}

/**
 * Used when a seller saves its settings: null when the pattern may be used, else the reason, for the seller to read.
 *
 * The rule about repetition is deliberately simple and therefore strict: no repeated group may contain a repetition or
 * an alternative, which also refuses some harmless patterns. What that rule does not see, such as `.*.*.*x`, is found by
 * running the pattern against texts chosen to hurt, with a time limit.
 */
export function checkPattern(source: string): string | null {
  if (source.length > patternMax) return `Pola terlalu panjang, paling banyak ${patternMax} karakter.`
  try {
    new RegExp(source, 'i')
  } catch {
    return 'Pola bukan regular expression yang benar.'
  }
  if (/\\(?:[1-9]|k<)/.test(source)) return 'Pola tidak boleh merujuk kembali (\\1 atau \\k<nama>).'
  if (repeatsRepetition(source)) return 'Pola mengulang kelompok yang sudah berisi pengulangan atau pilihan, misalnya (a+)+ atau (a|b)*.'
  if (isSlow(source)) return 'Pola terlalu lambat untuk teks yang panjang.'
  return null
}

/** Walks the groups of a pattern that is known to compile; true when a repeated one holds `*`, `+`, `?`, `{` or `|`. */
function repeatsRepetition(source: string): boolean {
  const bare = source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  const holds: boolean[] = []
  for (let at = 0; at < bare.length; at++) {
    const character = bare[at]
    if (character === '(') {
      holds.push(false)
      if (bare[at + 1] === '?') at++
    } else if (character === ')') {
      const nested = holds.pop() ?? false
      if (nested && /^(?:[*+]|\{\d*,?\d*\})/.test(bare.slice(at + 1))) return true
      if (nested && holds.length > 0) holds[holds.length - 1] = true
    } else if (holds.length > 0 && character !== undefined && '*+?{|'.includes(character)) {
      holds[holds.length - 1] = true
    }
  }
  return false
}

/** Long texts of one thing over and over, ending in something no pattern waits for; also behind the pattern's own words. */
function probesFor(source: string): string[] {
  const words = source.match(/[a-z#=:]{2,}/gi)?.slice(0, 6) ?? []
  const repeated = [' ', '.', '0', 'a', '1.', 'a0 ', '\n', ...words, ...words.map((word) => `${word} `)].map((part) => part.repeat(textMax))
  const led = words.flatMap((word) => [' ', '0', 'a'].map((part) => word + part.repeat(textMax)))
  return [...repeated, ...led].map((text) => `${text.slice(0, textMax - 1)}~`)
}

const trial = new Script('{ const pattern = new RegExp(source, "i"); for (const probe of probes) pattern.exec(probe) }')

/** V8 interrupts a running regular expression only for `vm`, which is too slow for every answer but fine when saving. */
function isSlow(source: string): boolean {
  try {
    trial.runInContext(createContext({ source, probes: probesFor(source) }), { timeout: 250 })
    return false
  } catch {
    return true
  }
}
