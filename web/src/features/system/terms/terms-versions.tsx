import { wib } from '@lapak/contract/shared/time-text'
import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { termsVersionsQuery } from '#features/system/terms/terms.api.ts'
import { TermsDialog } from '#features/system/terms/terms-dialog.tsx'
import { TermsText } from '#features/system/terms/terms-text.tsx'
import { Row, RowList } from '#ui/row-list.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Tag } from '#ui/tag.tsx'

/** Every version, newest first, with the number of members that accepted it. */
export function TermsVersions() {
  const versions = useQuery(termsVersionsQuery)
  const [shown, setShown] = useState<bigint>()
  if (versions.error && !versions.data) return <ErrorState message={versions.error.message} onRetry={() => void versions.refetch()} />
  if (!versions.data) return <Skeleton height={72} />
  const open = versions.data.find(({ id }) => id === shown)
  return (
    <>
      <RowList>
        {versions.data.map((version, place) => (
          <Row
            key={version.id.toString()}
            actions={
              <Button variant="default" size="sm" aria-label={`Lihat versi ${version.id}`} onClick={() => setShown(version.id)}>
                Lihat
              </Button>
            }
          >
            <Text fw={600}>
              Versi {version.id.toString()} {place === 0 && <Tag tone="own">Berlaku</Tag>}
            </Text>
            <Text size="sm" c="dimmed">
              {wib(version.publishedat)}, oleh {version.publishedby ?? 'sistem'}
            </Text>
            <Text size="sm">Disetujui {version.accepted.toLocaleString('id-ID')} member</Text>
          </Row>
        ))}
      </RowList>
      <TermsDialog opened={open !== undefined} onClose={() => setShown(undefined)} title={`Versi ${open?.id ?? ''}`}>
        <TermsText content={open?.content ?? ''} headingOrder={3} />
      </TermsDialog>
    </>
  )
}
