interface PageOfRows {
  content: unknown[]
  totalElements: number
}

/** The number of the next page, or undefined when all rows are loaded. */
export const nextPageParam = ({ totalElements }: PageOfRows, pages: PageOfRows[]): number | undefined =>
  pages.reduce((sum, { content }) => sum + content.length, 0) < totalElements ? pages.length : undefined

/** Reads all pages of a list, for selects that must offer every row. */
export async function fetchAllPages<Row>(
  size: number,
  read: (part: { size: number; page: number }) => Promise<{ content: Row[]; totalElements: number }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 0; ; page++) {
    const { content, totalElements } = await read({ size, page })
    rows.push(...content)
    if (content.length === 0 || rows.length >= totalElements) return rows
  }
}
