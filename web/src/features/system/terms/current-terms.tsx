import { wib } from '@lapak/contract/shared/time-text'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { termsQuery } from '#features/system/terms/terms.api.ts'
import { TermsText } from '#features/system/terms/terms-text.tsx'
import { ErrorState } from '#ui/states.tsx'

/** The terms in force with their date. */
export function CurrentTerms({ headingOrder }: { headingOrder: 2 | 3 }) {
  const terms = useQuery(termsQuery)
  if (terms.data)
    return (
      <>
        <Text size="sm" c="dimmed" mb="md">
          Berlaku sejak {wib(terms.data.publishedat)}
        </Text>
        <TermsText content={terms.data.content} headingOrder={headingOrder} />
      </>
    )
  if (terms.error) return <ErrorState message={terms.error.message} onRetry={() => void terms.refetch()} />
  return <TermsSkeleton />
}

const lines = ['40%', '100%', '92%', '96%', '30%', '100%', '88%', '97%', '60%']

function TermsSkeleton() {
  return (
    <Stack gap="sm" aria-busy aria-label="Memuat syarat dan ketentuan" role="status">
      {lines.map((width) => (
        <Skeleton key={width} height={16} width={width} />
      ))}
    </Stack>
  )
}
