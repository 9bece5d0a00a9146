/** A piece of a member's text: plain text, or a link. */
export type TextPiece = { text: string; href?: string }

const looksLikeAddress = /https?:\/\/[^\s<>"']+/gi
/** Punctuation marks that do not belong to a URL if they follow it at the end of a sentence. */
const ends = '.,!?:;)]'

function withoutTail(address: string): string {
  let end = address.length
  while (end > 0 && ends.includes(address.charAt(end - 1))) end -= 1
  return address.slice(0, end)
}

/** Splits a text into plain text and links. Only complete web URLs become links; text that resembles a host name stays plain text. */
export function splitLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let done = 0
  for (const found of text.matchAll(looksLikeAddress)) {
    const address = withoutTail(found[0])
    const url = URL.canParse(address) ? new URL(address) : null
    if (!url || url.username || url.password) continue
    if (found.index > done) pieces.push({ text: text.slice(done, found.index) })
    // A host name with non-Latin characters is shown in punycode, which is what browsers resolve.
    const asWritten = address.toLowerCase().startsWith(`${url.protocol}//${url.host}`)
    pieces.push({ text: asWritten ? address : url.href, href: url.href })
    done = found.index + address.length
  }
  if (done < text.length) pieces.push({ text: text.slice(done) })
  return pieces
}

export const hasLink = (text: string) => splitLinks(text).some(({ href }) => href !== undefined)
