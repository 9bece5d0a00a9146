/**
 * For promises about time: `measure` tells how long it took. A busy machine may keep the program from a promise now and
 * then, and a program that is too slow breaks it every time, so one try that keeps it is enough.
 */
export async function within(milliseconds: number, measure: () => Promise<number>, tries = 10): Promise<void> {
  const took: number[] = []
  while (took.length < tries) {
    took.push(Math.round(await measure()))
    if (took.some((one) => one < milliseconds)) return
  }
  throw new Error(`not once within ${milliseconds} ms: ${took.join(', ')} ms`)
}
