import { z } from 'zod'
import { idInJob, type Job, whenAsked } from '#jobs/jobs.ts'

const unread = z.object({
  conversationId: idInJob,
  seq: z.number(),
  /** Whom it is for; null is the house. */
  memberId: idInJob.nullable(),
  /** When it was written, in milliseconds. */
  at: z.number(),
})
export type Unread = z.output<typeof unread>

/** Tells who is away of a message, and waits while that is not wanted yet. */
export const notifyUnread: Job<typeof unread> = { name: 'tell-unread-message', payload: unread, takesSeconds: true }

export const chatJobs = ({ notify }: { notify(message: Unread): Promise<void> }) => [whenAsked(notifyUnread, (message) => notify(message))]
