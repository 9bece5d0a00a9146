/** A piece of what a member wrote: words, or an address that may be opened. */
export type Piece = { text: string; href?: string }

const looksLikeAddress = /https?:\/\/[^\s<>"']+/gi
/** What ends a sentence is not of the address. */
const ends = '.,!?:;)]'

function withoutTail(address: string): string {
  let end = address.length
  while (end > 0 && ends.includes(address.charAt(end - 1))) end -= 1
  return address.slice(0, end)
}

/** Only whole addresses of the web become links: what looks like the name of another server is seen as it is. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const found of text.matchAll(looksLikeAddress)) {
    const address = withoutTail(found[0])
    const url = URL.canParse(address) ? new URL(address) : null
    if (!url || url.username || url.password) continue
    if (found.index > done) pieces.push({ text: text.slice(done, found.index) })
    // A name in letters of elsewhere is shown as browsers read it.
    const asWritten = address.toLowerCase().startsWith(`${url.protocol}//${url.host}`)
    pieces.push({ text: asWritten ? address : url.href, href: url.href })
    done = found.index + address.length
  }
  if (done < text.length) pieces.push({ text: text.slice(done) })
  return pieces
}

export const hasLink = (text: string) => piecesOf(text).some(({ href }) => href !== undefined)
