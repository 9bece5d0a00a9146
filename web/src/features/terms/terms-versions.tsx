import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { termsVersionsQuery } from '#features/terms/terms.api.ts'
import { TermsDialog } from '#features/terms/terms-dialog.tsx'
import { TermsText } from '#features/terms/terms-text.tsx'
import classes from '#features/terms/terms-versions.module.css'
import { wib } from '#lib/format.ts'
import { ErrorState } from '#ui/states.tsx'

/** Every version, newest first, with how many members accepted it. */
export function TermsVersions() {
  const versions = useQuery(termsVersionsQuery)
  const [shown, setShown] = useState<bigint>()
  if (versions.error && !versions.data) return <ErrorState message={versions.error.message} onRetry={() => void versions.refetch()} />
  if (!versions.data) return <Skeleton height={72} />
  const open = versions.data.find(({ id }) => id === shown)
  return (
    <>
      <ol className={classes.list}>
        {versions.data.map((version, place) => (
          <li key={version.id.toString()} className={classes.version}>
            <div className={classes.facts}>
              <Text fw={600}>
                Versi {version.id.toString()}
                {place === 0 && <span className={classes.current}>Berlaku</span>}
              </Text>
              <Text size="sm" c="dimmed">
                {wib(version.publishedat)} WIB, oleh {version.publishedby ?? 'sistem'}
              </Text>
              <Text size="sm">Disetujui {version.accepted.toLocaleString('id-ID')} member</Text>
            </div>
            <Button
              className={classes.show}
              variant="default"
              size="sm"
              aria-label={`Lihat versi ${version.id}`}
              onClick={() => setShown(version.id)}
            >
              Lihat
            </Button>
          </li>
        ))}
      </ol>
      <TermsDialog opened={open !== undefined} onClose={() => setShown(undefined)} title={`Versi ${open?.id ?? ''}`}>
        <TermsText content={open?.content ?? ''} headingOrder={3} />
      </TermsDialog>
    </>
  )
}
