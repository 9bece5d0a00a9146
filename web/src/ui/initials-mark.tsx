import classes from '#ui/initials-mark.module.css'

/** Pairs of ground and ink with a contrast above 4.5; which one a name gets follows from the name alone. */
const inks = [
  ['#e3f1e8', '#0b6437'],
  ['#e3edf9', '#12498e'],
  ['#fdebdc', '#8f3508'],
  ['#efe8fa', '#5b3a9c'],
  ['#fbe6ec', '#9a2148'],
  ['#e2f2f4', '#0d5c66'],
] as const

function inkOf(name: string) {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return inks[sum % inks.length] ?? inks[0]
}

function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const first = words[0] ?? '?'
  return (words.length > 1 ? first.charAt(0) + (words[1] ?? '').charAt(0) : first.slice(0, 2)).toUpperCase()
}

/** The mark of a brand or a person without a picture. Decoration: the name stands beside it. */
export function InitialsMark({ name, size = 36, round = false }: { name: string; size?: number; round?: boolean }) {
  const [ground, ink] = inkOf(name)
  return (
    <span
      aria-hidden
      className={classes.mark}
      style={{ width: size, height: size, fontSize: size * 0.38, background: ground, color: ink, borderRadius: round ? '50%' : 8 }}
    >
      {initialsOf(name)}
    </span>
  )
}
