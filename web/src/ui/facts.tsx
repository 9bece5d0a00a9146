import type { ReactNode } from 'react'
import classes from '#ui/facts.module.css'

export interface Fact {
  label: string
  /** The value of the line; null or undefined hides the whole line. */
  value: ReactNode
  code?: boolean
  action?: ReactNode
}

/** Labels with values, one per line. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(({ value }) => value !== null && value !== undefined && value !== '')
        .map(({ label, value, code, action }) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd data-code={code || undefined}>
              <span>{value}</span>
              {action}
            </dd>
          </div>
        ))}
    </dl>
  )
}
