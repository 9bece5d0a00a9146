import classes from '#features/ordering/purchases/list/reason.module.css'
import { splitReason } from '#features/ordering/purchases/list/reason-text.ts'

/** The reason, with the full answer collapsed below. */
export function ReasonText({ words }: { words: string }) {
  const { reason, whole } = splitReason(words)
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
