import { wib } from '@lapak/contract/shared/time-text'
import { ago } from '#lib/ago.ts'

/** How long ago, and when exactly for who points at it. */
export const AgoTime = ({ at }: { at: Date }) => (
  <time dateTime={at.toISOString()} title={wib(at)}>
    {ago(at)}
  </time>
)
