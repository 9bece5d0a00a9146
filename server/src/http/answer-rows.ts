/** Levels of objects and lists below which rows are not counted. No answer nests its rows so deep. */
const levelsMax = 10

/**
 * Number of rows of an answer, at least 1. A row that contains rows counts as those, so that a list of categories with their products is as long as
 * its products. Lists of texts and numbers inside a row are values of the row and no rows.
 */
export const rowsOf = (data: unknown): number => Math.max(1, rowsIn(data, levelsMax))

function rowsIn(value: unknown, levels: number): number {
  if (typeof value !== 'object' || value === null || levels === 0) return 0
  let rows = 0
  if (Array.isArray(value)) {
    if (typeof value[0] === 'object') for (const row of value) rows += Math.max(1, rowsIn(row, levels - 1))
  } else for (const field of Object.values(value)) rows += rowsIn(field, levels - 1)
  return rows
}
