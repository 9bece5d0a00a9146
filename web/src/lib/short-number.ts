const steps = [
  { from: 1_000_000_000_000, word: 'T' },
  { from: 1_000_000_000, word: 'M' },
  { from: 1_000_000, word: 'jt' },
  { from: 1_000, word: 'rb' },
]

/** Abbreviates a number, `1250000` → `1,25 jt`, where there is little room; the full number is shown elsewhere. */
export function shortNumber(of: number): string {
  const step = steps.find(({ from }) => of >= from)
  if (!step) return of.toString()
  return `${Number((of / step.from).toPrecision(3))
    .toString()
    .replace('.', ',')} ${step.word}`
}
