interface PageOfRows {
  content: unknown[]
  totalElements: number
}

/** The number of the page after those that were read, or nothing once all rows are there. */
export const nextPage = ({ totalElements }: PageOfRows, pages: PageOfRows[]): number | undefined =>
  pages.reduce((sum, { content }) => sum + content.length, 0) < totalElements ? pages.length : undefined

/** All rows, some at a time: whoever has to choose one must find it, however many there are. */
export async function everyPage<Row>(
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
