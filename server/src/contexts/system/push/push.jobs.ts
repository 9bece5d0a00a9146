import { notificationKindNames } from '@lapak/contract/system/notifications'
import { z } from 'zod'
import { idInJob, type Job, whenAsked } from '#jobs/jobs.ts'

const pushed = z.object({
  memberId: idInJob,
  kind: z.enum(notificationKindNames),
  title: z.string(),
  path: z.string(),
  tag: z.string(),
  /** From when on the message is valid, in milliseconds. */
  at: z.number(),
  /** One browser to try again, which could not be reached before; null for all. */
  deviceId: idInJob.nullable(),
  tries: z.number(),
})
export type Pushed = z.output<typeof pushed>

/**
 * Sends to all browsers of a member, or to one of them again. The job plans its next attempt itself, since each push service states when it accepts
 * requests again.
 */
export const sendPush: Job<typeof pushed> = { name: 'send-push', payload: pushed, triesMax: 3, takesSeconds: true }

export const pushJobs = ({ send }: { send(pushed: Pushed): Promise<void> }) => [whenAsked(sendPush, (notification) => send(notification))]
