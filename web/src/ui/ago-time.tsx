import { wib } from '@lapak/contract/shared/time-text'
import { ago } from '#lib/ago.ts'

/** The age of a time, with the exact time as a tooltip. */
export const AgoTime = ({ at }: { at: Date }) => (
  <time dateTime={at.toISOString()} title={wib(at)}>
    {ago(at)}
  </time>
)
