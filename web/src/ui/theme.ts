import type { MantineColorsTuple, MantineThemeOverride } from '@mantine/core'

/** Shade 7 is the primary colour. White text on shade 7, and shade 7 as text on white, have a contrast of 5.4. */
const green: MantineColorsTuple = [
  '#edf8f1',
  '#d8f0e1',
  '#b0e0c3',
  '#83cfa2',
  '#57bd82',
  '#30a766',
  '#1a8f53',
  '#0f7a44',
  '#0b6437',
  '#074d2a',
]

/** Orange is used only for actions that spend money and for promo tags. White text on shade 7 has a contrast of 4.8. */
const orange: MantineColorsTuple = [
  '#fff3e8',
  '#ffe3cc',
  '#ffc799',
  '#ffa963',
  '#fb8c38',
  '#f0731a',
  '#dd5a0d',
  '#c5460a',
  '#a53909',
  '#842e0a',
]

const red: MantineColorsTuple = [
  '#fdeeee',
  '#fadada',
  '#f3b3b3',
  '#ea8787',
  '#e05f5f',
  '#d43f3f',
  '#c92f2f',
  '#b62525',
  '#981d1d',
  '#7a1717',
]

const blue: MantineColorsTuple = [
  '#eaf3fd',
  '#d3e5fa',
  '#a8cbf4',
  '#79aeed',
  '#4f93e5',
  '#2f7bd9',
  '#1f68c4',
  '#1759ab',
  '#12498e',
  '#0d3a72',
]

/** The shades of the dark scheme, from text to background; shade 7 is the background of cards. */
const dark: MantineColorsTuple = [
  '#e6ece8',
  '#c9d4ce',
  '#a3b3aa',
  '#8fa097',
  '#4a564f',
  '#313c36',
  '#232b27',
  '#1a211d',
  '#141a17',
  '#101512',
]

/** The breakpoints must equal those in `media-queries.ts`. */
const breakpoints = { xs: '22.5em', sm: '28.125em', md: '78.125em', lg: '90em', xl: '105em' }

const closeButton = { 'aria-label': 'Tutup', size: 44, iconSize: 22 }
/** A <header> element in a dialog would count as the banner landmark of the page. */
const plainHeader = { header: { role: 'presentation' } }

export const theme: MantineThemeOverride = {
  primaryColor: 'green',
  primaryShade: 7,
  colors: { green, orange, red, blue, dark },
  breakpoints,
  defaultRadius: 8,
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, 'Liberation Mono', monospace",
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '24px', lineHeight: '32px' },
      h2: { fontSize: '18px', lineHeight: '26px' },
      h3: { fontSize: '16px', lineHeight: '24px' },
    },
  },
  black: '#16211b',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  // Components are identified by name instead of `Modal.extend`: importing them here would load all of them with the first screen.
  components: {
    Button: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Modal: { defaultProps: { centered: true, closeButtonProps: closeButton, attributes: plainHeader } },
    ModalRoot: { defaultProps: { attributes: plainHeader } },
    Drawer: { defaultProps: { closeButtonProps: closeButton, attributes: plainHeader } },
    Skeleton: { defaultProps: { radius: 6 } },
  },
}
