import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import classes from '#ui/card-choices.module.css'

export interface CardChoice {
  key: string
  name: string
  hint?: ReactNode
  /** A logo that is shown next to the text. */
  mark?: ReactNode
}

interface CardChoicesProps {
  /** The name of the form field. */
  name: string
  legend: string
  choices: CardChoice[]
  chosen: string | null
  onChoose: (key: string) => void
  busy?: boolean
}

/** A few choices as radio buttons, each with a description. */
export const CardChoices = ({ name, legend, choices, chosen, onChoose, busy = false }: CardChoicesProps) => (
  <fieldset className={classes.field} aria-busy={busy}>
    <legend className={classes.legend}>{legend}</legend>
    <div className={classes.choices}>
      {choices.map((one) => (
        <Card key={one.key} component="label" size="sm" look={one.key === chosen ? 'chosen' : undefined} className={classes.choice}>
          <input type="radio" name={name} value={one.key} checked={one.key === chosen} onChange={() => onChoose(one.key)} />
          {one.mark}
          <span className={classes.words}>
            <span className={classes.name}>{one.name}</span>
            {one.hint && <span className={classes.hint}>{one.hint}</span>}
          </span>
        </Card>
      ))}
    </div>
  </fieldset>
)
