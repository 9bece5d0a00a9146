import { notificationKindNames } from '@lapak/contract/system/notifications'
import { z } from 'zod'
import { idInJob, type Job, onDemandJob } from '#jobs/jobs.ts'

const pushed = z.object({
  memberId: idInJob,
  kind: z.enum(notificationKindNames),
  title: z.string(),
  path: z.string(),
  tag: z.string(),
  /** The time from which on the message is valid, in Unix milliseconds. */
  at: z.number(),
  /** One browser that could not be reached before and is tried again; null for all browsers. */
  deviceId: idInJob.nullable(),
  tries: z.number(),
})
export type Pushed = z.output<typeof pushed>

/**
 * Sends a message to all browsers of a member, or again to one of them. The job plans its next attempt itself, since each push service states when it
 * accepts requests again.
 */
export const sendPushJob: Job<typeof pushed> = { name: 'send-push', payload: pushed, maxAttempts: 3, isShort: true }

export const pushJobs = ({ send }: { send(pushed: Pushed): Promise<void> }) => [
  onDemandJob(sendPushJob, (notification) => send(notification)),
]
