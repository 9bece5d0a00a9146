/* Styles use only `max-width`, so these are the largest widths below 450 and 1250 px. */
export default {
  plugins: {
    'postcss-preset-mantine': {},
    'postcss-simple-vars': { variables: { 'mantine-breakpoint-sm': '28.12em', 'mantine-breakpoint-md': '78.12em' } },
  },
}
