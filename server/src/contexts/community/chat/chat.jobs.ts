import { z } from 'zod'
import { idInJob, type Job, onDemandJob } from '#jobs/jobs.ts'

const unread = z.object({
  conversationId: idInJob,
  seq: z.number(),
  /** The recipient; null is the platform. */
  memberId: idInJob.nullable(),
  /** The time at which the message was sent, in milliseconds. */
  at: z.number(),
})
export type Unread = z.output<typeof unread>

/** Notifies an absent member of a message. Scheduled again if the member may not be notified yet. */
export const notifyUnreadJob: Job<typeof unread> = { name: 'notify-unread-message', payload: unread, isShort: true }

export const chatJobs = ({ notify }: { notify(message: Unread): Promise<void> }) => [
  onDemandJob(notifyUnreadJob, (message) => notify(message)),
]
