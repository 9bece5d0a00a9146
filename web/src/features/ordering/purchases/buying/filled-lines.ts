/** Lines of what was pasted, without those that are empty. */
export const filledLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
