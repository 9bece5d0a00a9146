/**
 * The recovery codes of a two-step security that was just switched on, between the profile, whose session the server has
 * ended, and the screen that shows them once. Only in memory: no storage of the browser should hold them.
 */
let held: string[] | null = null

export const holdNewCodes = (codes: string[]) => {
  held = codes
}
export const newCodes = () => held
export const forgetNewCodes = () => {
  held = null
}
