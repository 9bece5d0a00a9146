import { starsMax } from '@lapak/contract/selling/reviews'
import { IconStarFilled } from '@tabler/icons-react'
import classes from '#ui/stars.module.css'

const places = Array.from({ length: starsMax }, (_, index) => index + 1)

/** A rating, drawn to a tenth of a star. */
export function Stars({ of, size = 16 }: { of: number; size?: number }) {
  return (
    <span className={classes.stars} role="img" aria-label={`${decimal(of)} dari ${starsMax} bintang`}>
      <Row size={size} />
      <span className={classes.filled} style={{ width: `${(Math.min(Math.max(of, 0), starsMax) / starsMax) * 100}%` }}>
        <Row size={size} />
      </span>
    </span>
  )
}

const Row = ({ size }: { size: number }) => (
  <span className={classes.row} aria-hidden>
    {places.map((place) => (
      <IconStarFilled key={place} size={size} />
    ))}
  </span>
)

/** Stars, the average, and the number of reviews. */
export function Rating({ rating, reviews, size }: { rating: number; reviews: number; size?: number }) {
  return (
    <span className={classes.rating}>
      <Stars of={rating} size={size} />
      {reviews > 0 && <strong>{decimal(rating)}</strong>}
      <span className={classes.count}>{reviews > 0 ? `${reviews} ulasan` : 'Belum ada ulasan'}</span>
    </span>
  )
}

const decimal = (value: number): string => value.toFixed(1).replace('.', ',')
