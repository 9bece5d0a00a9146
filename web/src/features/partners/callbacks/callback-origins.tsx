import { wib } from '@lapak/contract/shared/time-text'
import { Button, Text, TextInput } from '@mantine/core'
import { IconCircleCheck, IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import classes from '#features/partners/callbacks/callback-origins.module.css'
import {
  type CallbackOrigin,
  originsQuery,
  useRevokeVerification,
  useSendChallenge,
  useVerifyEndpoint,
} from '#features/partners/callbacks/callbacks.api.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { openConfirmation } from '#ui/confirm.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

/** The origins of the callback URLs: which origins are verified, and how to verify the other origins. */
export function CallbackOrigins({ address }: { address: string }) {
  const { data, error, refetch } = useQuery(originsQuery(address))
  if (!data && !error) return null
  if (data?.length === 0) return null
  return (
    <Section
      title="Bukti alamat callback"
      hint="Sebelum callback dikirim ke sebuah alamat, server di sana menjawab tantangan kami, atau Anda mengetik kode dari log-nya. Sampai itu callback ditahan."
    >
      {data ? (
        <RowList>
          {data.map((origin) => (
            <OriginRow key={origin.origin} of={origin} />
          ))}
        </RowList>
      ) : (
        error && <ErrorState message={error.message} onRetry={() => void refetch()} />
      )}
    </Section>
  )
}

function OriginRow({ of: { origin, state, askedat, provedat, held } }: { of: CallbackOrigin }) {
  const isVerified = state === 'proved'
  return (
    <Row
      actions={
        isVerified ? (
          <>
            <StatusBadge colour="green" icon={IconCircleCheck} word="Terbukti" />
            <TakeBack origin={origin} />
          </>
        ) : (
          <StatusBadge colour="orange" icon={IconHandStop} word="Menunggu bukti" />
        )
      }
    >
      <Text fw={600} className={classes.origin}>
        {origin}
      </Text>
      {provedat && <RowFacts>sejak {wib(provedat)}</RowFacts>}
      {!isVerified && (
        <>
          <RowFacts>
            {held} callback ditahan{askedat && ` · tantangan terakhir ${wib(askedat)}`}
          </RowFacts>
          <Proving origin={origin} />
        </>
      )}
    </Row>
  )
}

function TakeBack({ origin }: { origin: string }) {
  const revokeVerification = useRevokeVerification()
  const ask = () =>
    openConfirmation({
      question: `Cabut bukti ${origin}? Callback ke sana ditahan sampai alamat itu dibuktikan lagi.`,
      danger: true,
      onYes: () => revokeVerification.mutate(origin),
    })
  return (
    <Button
      variant="default"
      size="sm"
      color="red"
      aria-label={`Cabut bukti ${origin}`}
      loading={revokeVerification.isPending}
      onClick={ask}
    >
      Cabut
    </Button>
  )
}

function Proving({ origin }: { origin: string }) {
  const challenge = useSendChallenge()
  const verify = useVerifyEndpoint()
  const { field, formProps, busy } = useServerForm({
    initialValues: { challenge: '' },
    validate: { challenge: (typed) => (typed.trim() === '' ? 'Isi kode dari log server Anda' : null) },
    send: (values) => verify.mutateAsync({ origin, challenge: values.challenge.trim() }),
    fieldByErrorCode: { 'callback.challenge_wrong': 'challenge' },
  })
  const failed = challenge.data && !challenge.data.proved ? wordsOf(challenge.data) : challenge.error?.message
  return (
    <>
      <form {...formProps} className={classes.proving}>
        <TextInput label="Kode tantangan" autoComplete="off" spellCheck={false} maxLength={100} {...field('challenge')} />
        <Button type="submit" loading={busy}>
          Buktikan
        </Button>
        <Button variant="default" loading={challenge.isPending} onClick={() => challenge.mutate(origin)}>
          Kirim ulang tantangan
        </Button>
      </form>
      {failed && !challenge.isPending && (
        <Text size="sm" c="red.8" role="alert" mt={8}>
          {failed}
        </Text>
      )}
    </>
  )
}

const wordsOf = ({ status, reason }: { status: number | null; reason: string }) =>
  reason === ''
    ? `Server menjawab HTTP ${status}, tanpa kode tantangan. Ketik kodenya dari log server Anda.`
    : `Server tidak menjawab: ${reason}`
