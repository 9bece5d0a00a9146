/* What Lapak would have mailed, from its development outbox. */
import { expect } from 'vitest'
import type { Lapak } from './lapak.ts'

interface Message {
  to: string
  state: string
  subject: string
  content: { kind: string; letter?: { action?: { url: string } }; message?: { code: string } } | null
}

/** Newest first, once all that are on their way have come: an older code or link may still be there, and no longer work. */
export async function lettersTo({ info }: Lapak, to: string): Promise<Message[]> {
  let messages: Message[] = []
  const areAllThere = async () => {
    const answer = await fetch(`${info.address}/dev/outbox.json?to=${encodeURIComponent(to)}`)
    messages = ((await answer.json()) as { messages: Message[] }).messages
    return messages.every(({ state }) => state !== 'waiting')
  }
  await expect.poll(areAllThere, { message: `letters to ${to} come` }).toBe(true)
  return messages
}

/** The path that the newest letter with this subject leads to. `than` is how many of them were there before. */
export async function linkTo(lapak: Lapak, to: string, subject: string, than = 0): Promise<string> {
  let letters: Message[] = []
  await expect
    .poll(async () => {
      letters = (await lettersTo(lapak, to)).filter((message) => message.subject === subject && message.content !== null)
      return letters.length
    })
    .toBeGreaterThan(than)
  const address = letters[0]?.content?.letter?.action?.url ?? ''
  expect(address.startsWith(`${lapak.info.address}/`), `${address} leads to Lapak`).toBe(true)
  return new URL(address).pathname
}
