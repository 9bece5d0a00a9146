import { IconStarFilled } from '@tabler/icons-react'
import classes from '#features/selling/reviews/stars-field.module.css'

const words = ['Buruk', 'Kurang', 'Cukup', 'Baik', 'Sangat baik']

/** One to five, by a tap, or by the arrow keys as any group of choices. */
export function StarsField({ value, onChange }: { value: number; onChange: (stars: number) => void }) {
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>Bintang</legend>
      <div className={classes.row}>
        {words.map((word, index) => {
          const stars = index + 1
          return (
            <label key={word} className={classes.star} data-on={stars <= value || undefined}>
              <input
                type="radio"
                name="bintang"
                value={stars}
                checked={stars === value}
                aria-label={`${stars} bintang, ${word}`}
                data-autofocus={stars === Math.max(value, 1) || undefined}
                onChange={() => onChange(stars)}
              />
              <IconStarFilled size={32} aria-hidden />
            </label>
          )
        })}
        <span className={classes.word}>{words[value - 1] ?? 'Pilih bintang'}</span>
      </div>
    </fieldset>
  )
}
