import clsx, { type ClassValue } from 'clsx'
import type { CSSProperties, ReactNode } from 'react'
import { box, type Given, known } from '#lib/mantine/box.tsx'
import classes from '#lib/mantine/loader.module.css'
import { fontSize, lookOf, radiusOf, rem, type Size, sizeIn } from '#lib/mantine/sizes.ts'

const plain = 'm_87cf2631 mantine-UnstyledButton-root'

interface Pressed {
  classes?: ClassValue
  vars?: Record<string, unknown>
  mod?: Record<string, unknown>
}

function button({ classes: own, vars, mod }: Pressed, { className, classNames, ...given }: Given): ReactNode {
  const type = (given.component ?? 'button') === 'button' ? 'button' : undefined
  const all = clsx('mantine-focus-auto', own && [isPressed(given) && 'mantine-active', classNames?.root], className, own, plain)
  return box('button', { vars, mod }, { type, ...given, className: all })
}

const isPressed = ({ disabled }: Given) => !disabled

export const UnstyledButton = (given: Given) => button({}, given)

/** The loading indicator of a button. */
const turning = (part: 'Button' | 'ActionIcon', own: string, color: string, size: string) => (
  <span className={clsx(own, `mantine-${part}-loader`, classes.comes)} data-from={part} aria-hidden>
    <span
      className="m_b34414df m_5ae2e3c mantine-Loader-root"
      style={{ '--loader-size': size, '--loader-color': color } as CSSProperties}
    />
  </span>
)

interface ButtonGiven extends Given {
  color?: string
  radius?: Size
  loading?: boolean
  disabled?: boolean
  leftSection?: ReactNode
  rightSection?: ReactNode
  fullWidth?: boolean
}

export function Button(props: ButtonGiven) {
  const { color, loading, disabled, leftSection, rightSection, fullWidth, radius, size = 'md', children, styles, ...given } = props
  const { variant, classNames } = given
  const vars = {
    '--button-height': sizeIn('button-height', size),
    '--button-padding-x': sizeIn('button-padding-x', size),
    '--button-fz': fontSize(String(size).replace('compact-', '')),
    '--button-radius': radiusOf(radius),
    ...lookOf('--button', color, variant),
  }
  const mod = { disabled, loading, block: fullWidth, 'with-left-section': !!leftSection, 'with-right-section': !!rightSection }
  const section = (position: string, sign: ReactNode) =>
    sign && (
      <span className={clsx(classNames?.section, 'm_a74036a mantine-Button-section')} data-position={position}>
        {sign}
      </span>
    )
  const inside = (
    <>
      {loading && turning('Button', 'm_a25b86ee', 'var(--button-color)', 'calc(var(--button-height) / 1.8)')}
      <span className="m_80f1301b mantine-Button-inner">
        {section('left', leftSection)}
        <span
          className={clsx(classNames?.label, 'm_811560b9 mantine-Button-label')}
          style={styles?.label}
          data-loading={loading || undefined}
        >
          {children}
        </span>
        {section('right', rightSection)}
      </span>
    </>
  )
  const own = 'm_77c9d27d mantine-Button-root'
  return button({ classes: own, vars, mod }, { ...given, size, disabled: disabled || loading, children: inside })
}

export function ActionIcon(props: ButtonGiven) {
  const { color = 'gray', variant = 'subtle', size = 'lg', radius, loading, disabled, children, ...given } = props
  const vars = { '--ai-size': sizeIn('ai-size', size), '--ai-radius': radiusOf(radius), ...lookOf('--ai', color, variant) }
  const inside = (
    <>
      {loading && turning('ActionIcon', 'm_302b9fb1', 'var(--ai-color)', 'calc(var(--ai-size) * 0.55)')}
      <span className="m_8d3afb97 mantine-ActionIcon-icon" data-loading={loading || undefined}>
        {children}
      </span>
    </>
  )
  return button(
    { classes: 'm_8d3f4000 mantine-ActionIcon-root', vars, mod: { loading, disabled } },
    { 'aria-busy': loading || undefined, ...given, variant, size, disabled: disabled || loading, children: inside },
  )
}

const cross =
  'M11.7816 4.03157C12.0062 3.80702 12.0062 3.44295 11.7816 3.2184C11.5571 2.99385 11.193 2.99385 10.9685 3.2184L7.50005 6.68682L4.03164 3.2184C3.80708 2.99385 3.44301 2.99385 3.21846 3.2184C2.99391 3.44295 2.99391 3.80702 3.21846 4.03157L6.68688 7.49999L3.21846 10.9684C2.99391 11.193 2.99391 11.557 3.21846 11.7816C3.44301 12.0061 3.80708 12.0061 4.03164 11.7816L7.50005 8.31316L10.9685 11.7816C11.193 12.0061 11.5571 12.0061 11.7816 11.7816C12.0062 11.557 12.0062 11.193 11.7816 10.9684L8.31322 7.49999L11.7816 4.03157Z'
const crossSize = 'var(--cb-icon-size, 70%)'

export function CloseButton({ iconSize, disabled, ...given }: ButtonGiven & { iconSize?: Size }) {
  const { size } = given
  const inside = (
    <svg aria-hidden viewBox="0 0 15 15" fill="none" xmlns="http://www.w3.org/2000/svg" style={{ width: crossSize, height: crossSize }}>
      <path d={cross} fill="currentColor" fillRule="evenodd" clipRule="evenodd" />
    </svg>
  )
  const vars = known({ '--cb-size': sizeIn('cb-size', size), '--cb-icon-size': rem(iconSize) })
  const own = 'm_220c80f2 m_86a44da5 mantine-CloseButton-root'
  return button(
    { classes: own, vars: vars as Record<string, unknown>, mod: { disabled } },
    { variant: 'subtle', ...given, disabled, children: inside },
  )
}
