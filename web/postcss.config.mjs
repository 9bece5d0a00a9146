/* The styles use only `max-width`, so these values are the largest widths below 450 and 1250 px. */
export default {
  plugins: {
    'postcss-preset-mantine': {},
    'postcss-simple-vars': { variables: { 'mantine-breakpoint-sm': '28.12em', 'mantine-breakpoint-md': '78.12em' } },
  },
}
