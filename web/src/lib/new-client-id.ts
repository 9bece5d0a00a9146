/** Creates a random UUID. `crypto.randomUUID` is not used, because it is missing without TLS. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, place) => {
    const fixed = place === 6 ? (byte & 0x0f) | 0x40 : place === 8 ? (byte & 0x3f) | 0x80 : byte
    return fixed.toString(16).padStart(2, '0')
  })
  return [4, 2, 2, 2, 6].map((length) => hex.splice(0, length).join('')).join('-')
}
