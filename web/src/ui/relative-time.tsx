import { wib } from '@lapak/contract/shared/time-text'
import { relativeTime } from '#lib/relative-time.ts'

/** The age of a time, with the exact time as a tooltip. */
export const RelativeTime = ({ at }: { at: Date }) => (
  <time dateTime={at.toISOString()} title={wib(at)}>
    {relativeTime(at)}
  </time>
)
