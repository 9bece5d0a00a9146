interface PageOfRows {
  content: unknown[]
  totalElements: number
}

/** The number of the page after those that were read, or nothing once all rows are there. */
export const nextPage = ({ totalElements }: PageOfRows, pages: PageOfRows[]): number | undefined =>
  pages.reduce((sum, { content }) => sum + content.length, 0) < totalElements ? pages.length : undefined
