/* What Lapak would have mailed, from its development outbox. */
import { expect } from 'vitest'
import type { Lapak } from './lapak.ts'

interface Message {
  to: string
  subject: string
  content: { kind: string; letter?: { action?: { url: string } }; message?: { code: string } } | null
}

export async function lettersTo(lapak: Lapak, to: string): Promise<Message[]> {
  const answer = await fetch(`${lapak.info.address}/dev/outbox.json?to=${encodeURIComponent(to)}`)
  return ((await answer.json()) as { messages: Message[] }).messages
}

/** The path that the newest letter with this subject leads to. `than` is how many of them were there before. */
export async function linkTo(lapak: Lapak, to: string, subject: string, than = 0): Promise<string> {
  let letters: Message[] = []
  await expect
    .poll(
      async () => {
        letters = (await lettersTo(lapak, to)).filter((message) => message.subject === subject && message.content !== null)
        return letters.length
      },
      { timeout: 15_000 },
    )
    .toBeGreaterThan(than)
  const address = letters[0]?.content?.letter?.action?.url ?? ''
  expect(address.startsWith(`${lapak.info.address}/`), `${address} leads to Lapak`).toBe(true)
  return new URL(address).pathname
}
