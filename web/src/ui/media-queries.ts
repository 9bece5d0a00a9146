/** The breakpoints of the specification as media queries, for use in code. `theme.ts` contains them for Mantine, `postcss.config.mjs` for styles. */
export const belowSmQuery = '(max-width: 28.12em)'
export const fromMdQuery = '(min-width: 78.125em)'
