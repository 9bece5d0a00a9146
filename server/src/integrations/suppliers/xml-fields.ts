/** Reads the flat XML answers of some older servers: one element around elements that contain only text. */
import { textMax } from '#integrations/suppliers/compile-patterns.ts'
import { clip, isMarkup, isPage } from '#integrations/suppliers/text.ts'

const fieldsMax = 100

export const looksLikeXml = (body: string): boolean => /^\s*<[?a-z]/i.test(body) && !isPage(body) && !isMarkup(body)

/** Null if the XML is incomplete or has two values under one name: the keywords of such an answer must not decide anything. */
export function xmlFields(body: string): ReadonlyMap<string, string> | null {
  if (!looksLikeXml(body)) return null
  const fields = new Map<string, string>()
  const open: { name: string; from: number; hasChildren: boolean }[] = []
  const text = body.trim()
  for (let at = 0; at < text.length; ) {
    const begin = text.indexOf('<', at)
    if (begin < 0 || (open.length === 0 && text.slice(at, begin).trim() !== '')) return null
    if (text.startsWith('<![CDATA[', begin)) {
      at = after(text, ']]>', begin)
      continue
    }
    const end = after(text, '>', begin)
    const tag = text.slice(begin + 1, end - 1)
    at = end
    if (tag.startsWith('?') || tag.startsWith('!')) continue
    if (tag.startsWith('/')) {
      const last = open.pop()
      if (last === undefined || last.name !== nameOf(tag.slice(1))) return null
      if (!last.hasChildren && !add(fields, last.name, content(text.slice(last.from, begin)))) return null
      if (open.length === 0) return at === text.length ? fields : null
    } else {
      const parent = open.at(-1)
      if (parent !== undefined) parent.hasChildren = true
      if (tag.endsWith('/')) continue
      open.push({ name: nameOf(tag), from: at, hasChildren: false })
    }
    if (open.length > 5) return null
  }
  return null
}

/** The position after the next `sign`; after the end of the text if there is none. */
function after(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from)
  return at < 0 ? text.length + 1 : at + sign.length
}

const nameOf = (tag: string) => clip(tag.trim().split(/[\s/]/, 1)[0] ?? '', 60).toLowerCase()

function add(fields: Map<string, string>, name: string, value: string): boolean {
  if (fields.has(name) || fields.size === fieldsMax) return fields.get(name) === value
  fields.set(name, value)
  return true
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function content(inner: string): string {
  const text = inner.trim()
  if (text.startsWith('<![CDATA[') && text.endsWith(']]>')) return clip(text.slice(9, -3), textMax)
  return clip(text, textMax).replace(/&([a-z]{2,4});/g, (whole, name: string) => signs[name] ?? whole)
}
