import type { QueryClient } from '@tanstack/react-query'
import { queryClient } from '#lib/queries.ts'
import { currentSession } from '#lib/session.ts'

/** Longer than it takes to read answers that are there (`early-answers.ts`), and too short to be missed where they are not. */
const atMostMs = 80

/** None once the first screen is drawn: from then on pages read when they open. */
let begun: Promise<unknown>[] | undefined = []

/**
 * For the module of a page: what it reads where it is the one that the document opens with. Its first drawing waits, for a moment, for the reads that
 * are returned.
 */
export function readFirst(begin: (queries: QueryClient) => Promise<unknown>[]) {
  const user = currentSession()?.user
  // Others are led elsewhere, as `build/begin-early.ts` knows as well.
  if (begun && user?.complete && user.member.syaratketentuan) begun.push(...begin(queryClient))
}

/** A screen is drawn once, with what is known, instead of without it and then again. */
export async function untilFirstReads() {
  const reads = Promise.all(begun ?? [])
  begun = undefined
  await Promise.race([reads, new Promise((done) => setTimeout(done, atMostMs))])
}
