import clsx, { type ClassValue } from 'clsx'
import { type ComponentType, type CSSProperties, createElement, type ReactNode } from 'react'
import { ground, ink, isLength, rem, type Size, space } from '#lib/mantine/sizes.ts'

/** The props of a component. The pages use the types of Mantine instead. */
export interface Given {
  className?: string | undefined
  style?: CSSProperties | undefined
  classNames?: Record<string, string | undefined>
  styles?: Record<string, CSSProperties>
  children?: ReactNode
  component?: string | ComponentType<object>
  renderRoot?: (props: object) => ReactNode
  hiddenFrom?: string
  visibleFrom?: string
  variant?: string
  size?: Size
  [prop: string]: unknown
}

const own = (value: unknown) => value
const fonts: Record<string, string> = { monospace: 'var(--mantine-font-family-monospace)' }

/** The style props, in the order in which Mantine applies them. */
const styleProps: [name: string, property: string, worth: (value: unknown) => unknown][] = [
  ['m', 'margin', space],
  ['mx', 'marginInline', space],
  ['my', 'marginBlock', space],
  ['mt', 'marginTop', space],
  ['mb', 'marginBottom', space],
  ['ml', 'marginLeft', space],
  ['mr', 'marginRight', space],
  ['p', 'padding', space],
  ['px', 'paddingInline', space],
  ['py', 'paddingBlock', space],
  ['pl', 'paddingLeft', space],
  ['bg', 'background', ground],
  ['c', 'color', ink],
  ['ff', 'fontFamily', (font) => fonts[font as string] ?? font],
  ['fz', 'fontSize', (size) => (isLength(size as Size) ? rem(size) : `var(--mantine-font-size-${size})`)],
  ['fw', 'fontWeight', own],
  ['ta', 'textAlign', own],
  ['w', 'width', space],
  ['miw', 'minWidth', space],
  ['maw', 'maxWidth', space],
  ['h', 'height', space],
  ['mih', 'minHeight', space],
  ['display', 'display', own],
]

/** Removes the style props from the props and returns them as a style. */
export function takeStyle(rest: Record<string, unknown>): CSSProperties {
  const style: Record<string, unknown> = {}
  for (const [name, property, worth] of styleProps) {
    const value = rest[name]
    if (value !== undefined) style[property] = worth(value)
    delete rest[name]
  }
  return style
}

/** Converts `mod` to data attributes, such as `{ 'data-block': true }`; false values are left out. */
function marksOf(mod: Record<string, unknown>) {
  const marks: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(mod))
    if (value !== undefined && value !== false && value !== null && value !== '') marks[`data-${name}`] = value
  return marks
}

interface Part {
  classes?: ClassValue
  vars?: Record<string, unknown>
  mod?: Record<string, unknown>
}

/** Renders one element with the classes, styles and attributes that the props define. */
export function box(element: Given['component'], { classes, vars, mod = {} }: Part, given: Given): ReactNode {
  const {
    component = element ?? 'div',
    renderRoot,
    className,
    style,
    styles,
    classNames,
    hiddenFrom,
    visibleFrom,
    variant,
    size,
    ...rest
  } = given
  const inlineStyle = takeStyle(rest)
  const props = {
    style: { ...styles?.root, ...known(vars), ...style, ...inlineStyle },
    className:
      clsx(
        classNames?.root,
        className,
        classes,
        hiddenFrom && `mantine-hidden-from-${hiddenFrom}`,
        visibleFrom && `mantine-visible-from-${visibleFrom}`,
      ) || undefined,
    'data-variant': variant,
    'data-size': isLength(size) ? undefined : size || undefined,
    ...marksOf(mod),
    ...rest,
  }
  return renderRoot ? renderRoot(props) : createElement(component as string, props)
}

export function known(vars: Record<string, unknown> | undefined): CSSProperties {
  const defined: Record<string, unknown> = {}
  for (const name in vars) if (vars[name] !== undefined) defined[name] = vars[name]
  return defined
}
