import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

interface Sized {
  complete: boolean
  naturalWidth: number
}

/** Stands for a missing picture. */
const initialsOf = (name: string) => {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const [first = '', second] = words
  return (second === undefined ? first.slice(0, 2) : first.charAt(0) + second.charAt(0)).toUpperCase()
}

/** The picture is there and could be drawn; what has none shows its initials instead. */
export async function expectPicture(within: Locator, name: string, address: string | null) {
  if (address === null)
    return expect(await within.getByText(initialsOf(name), { exact: true }).count(), `initials of ${name}`).toBeGreaterThan(0)
  const picture = within.locator(`img[src="${address}"]`).first()
  // Those further down are loaded when they come into view.
  await picture.scrollIntoViewIfNeeded()
  const drawn = () => picture.evaluate((image) => (image as unknown as Sized).complete && (image as unknown as Sized).naturalWidth > 0)
  await expect.poll(drawn, { message: `the picture of ${name}` }).toBe(true)
}
