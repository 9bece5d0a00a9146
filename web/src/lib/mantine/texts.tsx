import { Children } from 'react'
import { box, type Given } from '#lib/mantine/box.tsx'
import { fontSize, lineHeight, radiusOf, rem, type Size, sizeIn } from '#lib/mantine/sizes.ts'

export const Box = (given: Given) => box('div', {}, given)

/** Returns the component unchanged: in this implementation, polymorphism exists only in Mantine's types. */
export const polymorphic = <Component,>(part: Component): Component => part

export function Text({ truncate, inherit, span, lineClamp, ...given }: Given & { truncate?: boolean; lineClamp?: number }) {
  const { size } = given
  const vars = { '--text-fz': fontSize(size), '--text-lh': lineHeight(size), '--text-line-clamp': lineClamp?.toString() }
  const mod = { truncate: truncate && 'end', 'line-clamp': lineClamp !== undefined, inherit }
  return box(span ? 'span' : 'p', { classes: 'mantine-focus-auto m_b6d8b162 mantine-Text-root', vars, mod }, given)
}

export function Title({ order = 1, ...given }: Given & { order?: number }) {
  const level = given.size ?? `h${order}`
  const heading = String(level).startsWith('h') ? level : `h${order}`
  const vars = {
    '--title-fw': `var(--mantine-${heading}-font-weight)`,
    '--title-lh': `var(--mantine-${heading}-line-height)`,
    '--title-fz': heading === level ? `var(--mantine-${heading}-font-size)` : fontSize(level),
  }
  return box(`h${order}`, { classes: 'm_8a5d1357 mantine-Title-root', vars, mod: { order } }, given)
}

interface Row {
  gap?: Size
  align?: string
  justify?: string
}

export function Stack({ gap = 'md', align = 'stretch', justify = 'flex-start', ...given }: Given & Row) {
  const vars = { '--stack-gap': sizeIn('mantine-spacing', gap), '--stack-align': align, '--stack-justify': justify }
  return box('div', { classes: 'm_6d731127 mantine-Stack-root', vars }, given)
}

export function Group(props: Given & Row & { wrap?: string; grow?: boolean }) {
  const { gap = 'md', align = 'center', justify = 'flex-start', wrap = 'wrap', grow, children, ...given } = props
  const shown = Children.toArray(children).filter(Boolean)
  const between = sizeIn('mantine-spacing', gap)
  const vars = {
    '--group-child-width': grow ? `calc(${100 / shown.length}% - (${between} - ${between} / ${shown.length}))` : undefined,
    '--group-gap': between,
    '--group-align': align,
    '--group-justify': justify,
    '--group-wrap': wrap,
  }
  return box('div', { classes: 'm_4081bf90 mantine-Group-root', vars, mod: { grow } }, { ...given, children: shown })
}

export function Skeleton({ width, height, circle, radius = 6, ...given }: Given & { radius?: Size }) {
  const vars = {
    '--skeleton-height': rem(height),
    '--skeleton-width': rem(circle ? height : width),
    '--skeleton-radius': circle ? '1000px' : radiusOf(radius),
  }
  return box('div', { classes: 'm_18320242 mantine-Skeleton-root', vars, mod: { visible: true, animate: true } }, given)
}

export const VisuallyHidden = (given: Given) => box('span', { classes: 'm_515a97f8 mantine-VisuallyHidden-root' }, given)
