import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { profileQuery } from '#features/auth/access/access.api.ts'
import { CurrentTerms } from '#features/system/terms/current-terms.tsx'
import { acceptTerms, termsQuery } from '#features/system/terms/terms.api.ts'
import classes from '#features/system/terms/terms-renewal.module.css'
import { Bar } from '#ui/bar.tsx'
import { Card } from '#ui/card.tsx'
import { showSuccess } from '#ui/snackbar.ts'

/** Shown if the terms have changed since this member accepted them. Everything else is blocked until the member accepts the new terms. */
export function TermsRenewal() {
  const queries = useQueryClient()
  const [agreed, setAgreed] = useState(false)
  // The member accepts the version that is in force, so the text is always refetched when this component opens.
  const terms = useQuery({ ...termsQuery, refetchOnMount: 'always' })
  const accept = useMutation({
    mutationFn: acceptTerms,
    onSuccess: async ({ msg }) => {
      await queries.invalidateQueries({ queryKey: profileQuery.queryKey })
      showSuccess(msg)
    },
  })

  return (
    <Card
      component="form"
      size="none"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        accept.mutate()
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard. */}
      <section className={classes.text} aria-label="Isi syarat dan ketentuan" tabIndex={0}>
        <CurrentTerms headingOrder={2} />
      </section>
      <Bar line="above" className={classes.foot}>
        <Checkbox
          size="md"
          label="Saya sudah membaca dan menyetujui syarat dan ketentuan ini"
          checked={agreed}
          disabled={!terms.data}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
        <Button type="submit" disabled={!agreed} loading={accept.isPending}>
          Kirim
        </Button>
      </Bar>
    </Card>
  )
}
