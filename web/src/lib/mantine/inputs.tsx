import { useId } from '@mantine/hooks'
import clsx from 'clsx'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode, type SyntheticEvent, useState } from 'react'
import { type Given, known, takeStyle } from '#lib/mantine/box.tsx'
import { ActionIcon } from '#lib/mantine/buttons.tsx'
import { fontSize, radiusOf, rem, type Size, sizeIn } from '#lib/mantine/sizes.ts'

type Line = 'label' | 'description' | 'input' | 'error'

interface FieldGiven extends Given {
  id?: string
  label?: ReactNode
  description?: ReactNode
  error?: ReactNode
  required?: boolean
  withAsterisk?: boolean
  disabled?: boolean
  radius?: Size
  leftSection?: ReactNode
  rightSection?: ReactNode
  leftSectionPointerEvents?: string
  rightSectionPointerEvents?: string
  leftSectionWidth?: Size
  rightSectionWidth?: Size
  inputWrapperOrder?: Line[]
  inputContainer?: (field: ReactNode) => ReactNode
  wrapperProps?: Record<string, unknown>
  labelProps?: Record<string, unknown>
}

/** The Mantine component whose class names the parts of a field get in addition. */
type Owner = 'TextInput' | 'PasswordInput'

/** The frame of an input: label, description and error, linked for screen readers, and the sections at both ends. */
function useField(owner: Owner, { id: givenId, ...props }: FieldGiven, inputOf: (parts: FieldParts) => ReactNode): ReactNode {
  const { label, description, error, required, withAsterisk = required, disabled, radius, leftSection, rightSection, ...rest0 } = props
  const { leftSectionPointerEvents, rightSectionPointerEvents, leftSectionWidth, rightSectionWidth, ...rest1 } = rest0
  const {
    inputWrapperOrder: order = ['label', 'description', 'input', 'error'],
    inputContainer,
    wrapperProps,
    labelProps,
    ...rest2
  } = rest1
  const { classNames = {}, className, style, size = 'md', variant, ...rest } = rest2
  const inlineStyle = takeStyle(rest)
  const id = useId(givenId)
  const classOf = (part: 'root' | 'label' | 'required' | 'error' | 'description', own: string) =>
    clsx(classNames[part], own, `mantine-InputWrapper-${part}`, `mantine-${owner}-${part}`)
  const look = { 'data-size': size, 'data-variant': variant }
  const small = `calc(${fontSize(size)} - ${rem(2)})`

  const hasError = !!error && typeof error !== 'boolean'
  const words: Record<Line, ReactNode> = {
    label: label && (
      <label
        key="label"
        id={`${id}-label`}
        htmlFor={id}
        className={classOf('label', 'm_8fdc1311')}
        style={{ '--input-label-size': fontSize(size) } as CSSProperties}
        data-required={withAsterisk || undefined}
        onMouseDown={keepsSelection}
        {...look}
        {...labelProps}
      >
        {label}
        {withAsterisk && (
          <span className={classOf('required', 'm_78a94662')} aria-hidden>
            {' *'}
          </span>
        )}
      </label>
    ),
    description: description && (
      <p
        key="description"
        id={`${id}-description`}
        className={classOf('description', 'm_fe47ce59')}
        style={{ '--input-description-size': small } as CSSProperties}
        {...look}
      >
        {description}
      </p>
    ),
    error: hasError && (
      <p
        key="error"
        id={`${id}-error`}
        className={classOf('error', 'm_8f816625')}
        style={{ '--input-error-size': small } as CSSProperties}
        {...look}
      >
        {error}
      </p>
    ),
    input: null,
  }
  const at = order.indexOf('input')
  const isAdjacent = (lines: Line[]) => (description && lines.includes('description')) || (hasError && lines.includes('error'))
  const vars = {
    '--input-margin-top': isAdjacent(order.slice(0, at)) ? 'calc(var(--mantine-spacing-xs) / 2)' : undefined,
    '--input-margin-bottom': isAdjacent(order.slice(at + 1)) ? 'calc(var(--mantine-spacing-xs) / 2)' : undefined,
    '--input-height': sizeIn('input-height', size),
    '--input-fz': fontSize(size),
    '--input-radius': radiusOf(radius),
    '--input-left-section-width': rem(leftSectionWidth),
    '--input-right-section-width': rem(rightSectionWidth),
    '--input-left-section-pointer-events': leftSectionPointerEvents,
    '--input-right-section-pointer-events': rightSectionPointerEvents,
  }
  const section = (position: string, sign: ReactNode) =>
    sign && (
      <div data-position={position} className={inputClass(owner, 'section', 'm_82577fc2', classNames)}>
        {sign}
      </div>
    )
  const describedBy = [hasError && order.includes('error') && 'error', description && order.includes('description') && 'description']
  const field = (
    <div
      className={inputClass(owner, 'wrapper', 'm_6c018570', classNames)}
      style={known(vars)}
      data-variant={variant ?? 'default'}
      data-size={size}
      data-error={!!error || undefined}
      data-disabled={disabled || undefined}
      data-with-right-section={!!rightSection || undefined}
      data-with-left-section={!!leftSection || undefined}
    >
      {section('left', leftSection)}
      {inputOf({
        rest,
        id,
        describedBy: describedBy.flatMap((part) => (part ? [`${id}-${part}`] : [])).join(' ') || undefined,
        marks: { 'data-error': !!error || undefined, 'data-disabled': disabled || undefined },
      })}
      {section('right', rightSection)}
    </div>
  )
  return (
    <div
      className={clsx(classNames.root, className, 'm_46b77525', 'mantine-InputWrapper-root', `mantine-${owner}-root`)}
      style={{ ...style, ...inlineStyle }}
      data-error={!!error || undefined}
      {...look}
      {...wrapperProps}
    >
      {order.map((line) => (line === 'input' ? <Around key="input" field={field} container={inputContainer} /> : words[line]))}
    </div>
  )
}

interface FieldParts {
  rest: Record<string, unknown>
  id: string
  describedBy: string | undefined
  marks: Record<string, unknown>
}

const Around = ({ field, container }: { field: ReactNode; container: FieldGiven['inputContainer'] }) =>
  container ? container(field) : field

const inputClass = (owner: Owner, part: string, own: string, classNames: Record<string, string | undefined> = {}) =>
  clsx(classNames[part], own, `mantine-Input-${part}`, `mantine-${owner}-${part}`)

/** A double click on the label must not select its text. */
function keepsSelection(event: MouseEvent) {
  if (!event.defaultPrevented && event.detail > 1) event.preventDefault()
}

export function TextInput(props: FieldGiven) {
  const { classNames, disabled, required, variant, error } = props
  return useField('TextInput', props, ({ rest, id, describedBy, marks }) => (
    <input
      className={inputClass('TextInput', 'input', 'm_8fb7ebe7', classNames)}
      data-variant={variant ?? 'default'}
      {...marks}
      {...rest}
      required={required}
      disabled={disabled}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy}
      id={id}
    />
  ))
}

interface PasswordGiven extends FieldGiven {
  visibilityToggleButtonProps?: Record<string, unknown>
}

export function PasswordInput({ visibilityToggleButtonProps, rightSection, ...props }: PasswordGiven) {
  const { className, classNames, disabled, required, variant, error, leftSection, size = 'md', style } = props
  const id = useId(props.id)
  const [visible, setVisible] = useState(false)
  const around = {
    ...props,
    id,
    classNames: { ...classNames, root: undefined },
    className: clsx(classNames?.root, className, 'm_f61ca620'),
    style: {
      ...known({ '--psi-icon-size': sizeIn('psi-icon-size', size), '--psi-button-size': sizeIn('psi-button-size', size) }),
      ...style,
    },
    rightSection: rightSection ?? (
      <Toggle visible={visible} disabled={disabled} toggle={() => setVisible(!visible)} given={visibilityToggleButtonProps} />
    ),
  }
  return useField('PasswordInput', around, ({ rest, describedBy, marks }) => (
    <div
      className={inputClass('PasswordInput', 'input', 'm_8fb7ebe7', { input: clsx('m_ccf8da4c', classNames?.input) })}
      data-variant={variant ?? 'default'}
      {...marks}
    >
      <input
        required={required}
        data-invalid={!!error || undefined}
        data-with-left-section={!!leftSection || undefined}
        className={clsx(classNames?.innerInput, 'm_f2d85dd2', 'mantine-PasswordInput-innerInput')}
        disabled={disabled}
        id={id}
        {...rest}
        aria-describedby={describedBy}
        autoComplete={(rest.autoComplete as string) || 'off'}
        type={visible ? 'text' : 'password'}
      />
    </div>
  ))
}

interface ToggleProps {
  visible: boolean
  disabled: boolean | undefined
  toggle: () => void
  given: Record<string, unknown> | undefined
}

/** A toggle button inside an input. A press by pointer keeps the focus in the input; the keyboard can press the button only if it can be focused. */
function Toggle({ visible, disabled, toggle, given }: ToggleProps) {
  const press = (event: SyntheticEvent) => {
    event.preventDefault()
    toggle()
  }
  return (
    <ActionIcon
      className="m_b1072d44 mantine-PasswordInput-visibilityToggle"
      disabled={disabled}
      aria-pressed={visible}
      tabIndex={-1}
      aria-label="Tampilkan password"
      {...given}
      onTouchEnd={press}
      onMouseDown={press}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === ' ' || event.key === 'Enter') press(event)
      }}
    >
      <Eye open={!visible} />
    </ActionIcon>
  )
}

const lids = [
  'M48 40l160 176M154.91 157.6a40 40 0 01-53.82-59.2M135.53 88.71a40 40 0 0132.3 35.53',
  'M208.61 169.1C230.41 149.58 240 128 240 128s-32-72-112-72a126 126 0 00-20.68 1.68M74 68.6C33.23 89.24 16 128 16 128s32 72 112 72a118.05 118.05 0 0054-12.6',
]
const stroke = { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round', strokeWidth: '16' } as const

const Eye = ({ open }: { open: boolean }) => (
  <svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 256 256"
    style={{ width: 'var(--psi-icon-size)', height: 'var(--psi-icon-size)' }}
    aria-hidden
  >
    {open ? (
      <>
        <path {...stroke} d="M128 56c-80 0-112 72-112 72s32 72 112 72 112-72 112-72-32-72-112-72z" />
        <circle cx="128" cy="128" r="40" {...stroke} />
      </>
    ) : (
      lids.map((line) => <path key={line} {...stroke} d={line} />)
    )}
  </svg>
)
