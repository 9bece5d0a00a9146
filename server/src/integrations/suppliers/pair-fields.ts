/** The fields of answers that are written as a query string or as a list of labelled values. */
import {
  type Fields,
  messageNames,
  perhapsReferenceNames,
  referenceNames,
  stateNames,
  targetNames,
} from '#integrations/suppliers/answer-fields.ts'
import { textMax } from '#integrations/suppliers/compile-patterns.ts'
import { clip, oneLine } from '#integrations/suppliers/text.ts'

/** The other answer format of OtomaX servers: `status=1&message=…`, in which the message may contain anything, including `&`. */
export function statusLineFields(body: string): Fields | null {
  const match = /^\s*status=(\d{1,3})&message=([\s\S]*)$/i.exec(clip(body, textMax))
  return match === null
    ? null
    : new Map([
        ['status', match[1] ?? ''],
        ['message', match[2] ?? ''],
      ])
}

const ofOneWord = new Set([...referenceNames, ...perhapsReferenceNames, ...targetNames])

/**
 * `refid=MKT-1001&status=Sukses&sn=5123…`, `rc=49;ref=MKT-1001;status=GAGAL`. Null unless every part is a value with another name, and the names are
 * those of an order: a sentence with a few labels is read as a sentence. A target that holds such signs could add fields of its own.
 */
export function pairFields(body: string, target: string | null): Fields | null {
  const sign = /^\s{0,9}[a-z_]{1,20} ?[:=][^&;|,]{0,200}([&;|,])/i.exec(body)?.[1]
  if (sign === undefined || (target !== null && /[&;|,=]/.test(target))) return null
  const fields = new Map<string, string>()
  const parts = oneLine(clip(body, textMax)).split(sign)
  for (const part of parts) {
    const [, name, value = ''] = /^ ?([a-z_]{1,20}) ?[:=] ?(.*)$/i.exec(part) ?? []
    if (name === undefined) return null
    // A sentence after a reference or a number shows that the text is one.
    if (ofOneWord.has(name.toLowerCase()) && value.trim().includes(' ')) return null
    fields.set(name.toLowerCase(), value.trim())
  }
  const isWhole = parts.length >= 3 && fields.size === parts.length
  const has = (names: readonly string[]) => names.some((name) => fields.has(name))
  return isWhole && has([...stateNames, ...messageNames]) && has([...referenceNames, ...perhapsReferenceNames]) ? fields : null
}
