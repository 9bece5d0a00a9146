import { Checkbox, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { selectTopUpTerms } from '#features/funds/top-ups/select-top-up-terms.ts'
import classes from '#features/funds/top-ups/top-up-terms.module.css'
import { parseTerms } from '#features/system/terms/parse-terms.ts'
import { termsQuery } from '#features/system/terms/terms.api.ts'
import link from '#ui/text-link.module.css'

interface TopUpTermsProps {
  agreed: boolean
  error: string | null
  onAgree: (agreed: boolean) => void
}

/** The terms in force about top-ups, and a checkbox with which the member agrees. */
export function TopUpTerms({ agreed, error, onAgree }: TopUpTermsProps) {
  const { data, isPending } = useQuery(termsQuery)
  const items = data ? selectTopUpTerms(parseTerms(data.content)) : []
  return (
    <Stack gap="sm">
      {isPending && <Skeleton height={88} />}
      {items.length > 0 && (
        <ul className={classes.items} aria-label="Ketentuan topup">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      <Text size="sm">
        Selengkapnya di{' '}
        <Link to="/syaratketentuan" className={link.inline}>
          Syarat dan Ketentuan
        </Link>
        .
      </Text>
      <Checkbox
        size="md"
        label="Saya setuju dengan syarat dan ketentuan"
        name="setuju"
        checked={agreed}
        error={error}
        onChange={(event) => onAgree(event.currentTarget.checked)}
      />
    </Stack>
  )
}
