import { parse } from 'node:querystring'
import { bodyBytesMax } from '@lapak/contract/shared/call'
import { Refusal } from './refusal.ts'

/** Maximum nesting of a long JSON body; the input of every call is less deep. */
const depthMax = 32
/** Maximum number of names in a long JSON body, far more than the longest list of orders contains. */
const namesMax = 10_000

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]
const isOpening = (code: number) => code === 0x5b || code === 0x7b
const isClosing = (code: number) => code === 0x5d || code === 0x7d

/** False for JSON that is expensive to parse: deep nesting or many distinct names take ten times as long as ordinary input of 300 kB. */
function isSimple(text: string): boolean {
  let depth = 0
  let names = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === backslash) at += 1
      else if (code === quote) quoted = false
    } else if (code === quote) quoted = true
    else if (code === colon) names += 1
    else if (isOpening(code)) depth += 1
    else if (isClosing(code)) depth -= 1
    if (depth > depthMax || names > namesMax) return false
  }
  return true
}

/** Parses a JSON body; undefined for an empty one. */
export function parseJsonBody(text: string): unknown {
  if (text === '') return undefined
  if (text.length > bodyBytesMax && !isSimple(text)) throw new Refusal('input.invalid', {}, { errors: { body: 'JSON terlalu rumit' } })
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('input.invalid', {}, { errors: { body: 'Bukan JSON' } })
  }
}

/** Parses a form. No form is long, so the default limit applies even where the call allows a longer JSON body. */
export function parseFormBody(text: string): Record<string, unknown> {
  if (text.length > bodyBytesMax) throw new Refusal('input.too_large')
  return { ...parse(text) }
}
