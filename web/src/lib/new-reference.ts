/** Creates a reference: `WEB-`, the time, and enough random characters that two devices never create the same reference. */
export function newReference(): string {
  const chance = [...crypto.getRandomValues(new Uint8Array(5))].map((byte) => byte.toString(36).padStart(2, '0')).join('')
  return `WEB-${Date.now()}-${chance}`.toUpperCase()
}
