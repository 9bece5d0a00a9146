/* Converts sizes and colours of Mantine to CSS values. */

export type Size = string | number | undefined

/** Converts a length: numbers are pixels and become rem; other lengths stay unchanged. */
export function rem<Value>(value: Value): Value | string {
  if (typeof value === 'string' && value.includes(' ') && !value.startsWith('calc(')) return value.split(' ').map(rem).join(' ')
  const pixels = typeof value === 'string' && value !== '' ? Number(value.replace('px', '')) : value
  if (typeof pixels !== 'number' || Number.isNaN(pixels)) return value
  return pixels === 0 ? '0rem' : `calc(${pixels / 16}rem * var(--mantine-scale))`
}

export const isLength = (size: Size) => typeof size === 'number' || /^[+-]?\d|^calc\(|^var\(/.test(size ?? '')

export function sizeIn(list: string, size: Size) {
  if (size === undefined) return undefined
  return isLength(size) ? rem(size) : `var(--${list}-${size})`
}
export const fontSize = (size: Size) => sizeIn('mantine-font-size', size)
export const radiusOf = (radius: Size) => sizeIn('mantine-radius', radius)
export const lineHeight = (size: Size) => (isLength(size) ? size : sizeIn('mantine-line-height', size))

const steps = new Set(['xs', 'sm', 'md', 'lg', 'xl'])
/** Converts a step of the spacing scale, or a length, to a CSS value. */
export const space = (value: unknown) => (steps.has(value as string) ? `var(--mantine-spacing-${value})` : rem(value))

const palette = /^(green|orange|red|blue|gray|dark)(?:\.(\d))?$/

export function ground(color: unknown) {
  const [, name, shade] = palette.exec(String(color)) ?? []
  return name ? `var(--mantine-color-${name}-${shade ?? 'filled'})` : color
}

export function ink(color: unknown) {
  if (color === 'dimmed') return 'var(--mantine-color-dimmed)'
  const [, name, shade] = palette.exec(String(color)) ?? []
  return name ? `var(--mantine-color-${name}-${shade ?? 'text'})` : color
}

interface Look {
  background: string
  hover: string
  color: string
  border: string
}

const clear = `${rem(1)} solid transparent`
const none = 'transparent'
const looks: Record<string, (color: string) => Look> = {
  filled: (color) => ({
    background: `${color}-filled)`,
    hover: `${color}-filled-hover)`,
    color: 'var(--mantine-color-white)',
    border: clear,
  }),
  light: (color) => ({ background: `${color}-light)`, hover: `${color}-light-hover)`, color: `${color}-light-color)`, border: clear }),
  subtle: (color) => ({ background: none, hover: `${color}-light-hover)`, color: `${color}-light-color)`, border: clear }),
  transparent: (color) => ({ background: none, hover: none, color: `${color}-light-color)`, border: clear }),
  white: (color) => ({
    background: 'var(--mantine-color-white)',
    hover: 'var(--lapak-white-pressed)',
    color: `${color}-filled)`,
    border: clear,
  }),
  default: () => ({
    background: 'var(--mantine-color-default)',
    hover: 'var(--mantine-color-default-hover)',
    color: 'var(--mantine-color-default-color)',
    border: `${rem(1)} solid var(--mantine-color-default-border)`,
  }),
}

/**
 * The CSS variables for the colours of a button, with the prefix `--button` or `--ai`. Without a colour or variant, the style sheet determines the
 * colours.
 */
export function lookOf(list: string, color: string | undefined, variant: string | undefined) {
  const look = looks[variant ?? 'filled']?.(`var(--mantine-color-${color ?? 'green'}`)
  if (!color && !variant) return { [`${list}-color`]: look?.color }
  return { [`${list}-bg`]: look?.background, [`${list}-hover`]: look?.hover, [`${list}-color`]: look?.color, [`${list}-bd`]: look?.border }
}
