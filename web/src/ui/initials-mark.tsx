import classes from '#ui/initials-mark.module.css'

/** The number of `--lapak-mark-*` colours in tokens.css. */
const inks = 6

function inkOf(name: string) {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return sum % inks
}

function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const first = words[0] ?? '?'
  return (words.length > 1 ? first.charAt(0) + (words[1] ?? '').charAt(0) : first.slice(0, 2)).toUpperCase()
}

/** The initials of a brand or a person without a picture. Decorative: the name is always next to them. */
export function InitialsMark({ name, size = 36, round = false }: { name: string; size?: number; round?: boolean }) {
  const ink = inkOf(name)
  return (
    <span
      aria-hidden
      className={classes.mark}
      style={{
        width: size,
        height: size,
        fontSize: size * 0.38,
        background: `var(--lapak-mark-${ink})`,
        color: `var(--lapak-on-mark-${ink})`,
        borderRadius: round ? '50%' : 8,
      }}
    >
      {initialsOf(name)}
    </span>
  )
}
