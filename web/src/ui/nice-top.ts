/** The end of an axis that begins at 0: a round number that its half is round with, not below any value. */
export function niceTop(values: number[]): number {
  const most = Math.max(...values, 1)
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 4, 6, 8, 10].map((step) => step * power).find((top) => top >= most && top >= 2) ?? most
}
