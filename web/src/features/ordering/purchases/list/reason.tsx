import classes from '#features/ordering/purchases/list/reason.module.css'
import { saidReason } from '#features/ordering/purchases/list/reason-text.ts'

/** Why, at one glance; what else its reader was told is folded below. */
export function Said({ words }: { words: string }) {
  const { reason, whole } = saidReason(words)
  return (
    <>
      <span>{reason}</span>
      {whole !== null && (
        <details className={classes.more}>
          <summary>Kata-kata lengkapnya</summary>
          {whole}
        </details>
      )}
    </>
  )
}
