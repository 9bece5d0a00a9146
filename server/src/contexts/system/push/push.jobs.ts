import { notificationKindNames } from '@lapak/contract/system/notifications'
import { z } from 'zod'
import { idInJob, type Job, whenAsked } from '#jobs/jobs.ts'

const pushed = z.object({
  memberId: idInJob,
  kind: z.enum(notificationKindNames),
  title: z.string(),
  path: z.string(),
  tag: z.string(),
  /** From when on it is worth telling, in milliseconds. */
  at: z.number(),
  /** To one browser again, which could not be told before. */
  deviceId: idInJob.nullable(),
  tries: z.number(),
})
export type Pushed = z.output<typeof pushed>

/** Tells all browsers of a member, or one of them again. It plans its next try itself, since each service says when it wants to hear of us. */
export const sendPush: Job<typeof pushed> = { name: 'send-push', payload: pushed, triesMax: 3, takesSeconds: true }

export const pushJobs = ({ send }: { send(pushed: Pushed): Promise<void> }) => [whenAsked(sendPush, (notification) => send(notification))]
