import { z } from 'zod'
import { idInJob, type Job, whenAsked } from '#jobs/jobs.ts'

const unread = z.object({
  conversationId: idInJob,
  seq: z.number(),
  /** The recipient; null is the platform. */
  memberId: idInJob.nullable(),
  /** When the message was sent, in milliseconds. */
  at: z.number(),
})
export type Unread = z.output<typeof unread>

/** Notifies an absent member of a message, and waits while that is not allowed yet. */
export const notifyUnread: Job<typeof unread> = { name: 'tell-unread-message', payload: unread, takesSeconds: true }

export const chatJobs = ({ notify }: { notify(message: Unread): Promise<void> }) => [whenAsked(notifyUnread, (message) => notify(message))]
